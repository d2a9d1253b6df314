// The build backend of the Python package as a file of the cache: downloaded once, checked by its digest, then used offline.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const requirements = join(import.meta.dirname, 'python-build.txt')

/** The path of a wheel. */
export function findBuildBackend(): string {
  const { TASK_SERVICE_CACHE, XDG_CACHE_HOME } = process.env
  const cache =
    TASK_SERVICE_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'task-service')
  const [, version = '', digest = ''] =
    /^flit_core==([\d.]+) --hash=sha256:([0-9a-f]{64})$/m.exec(
      readFileSync(requirements, 'utf8'),
    ) ?? []
  const folder = join(cache, 'python-build')
  const find = () => globSync(`flit_core-${version}-*.whl`, { cwd: folder })[0]
  if (find() === undefined) {
    mkdirSync(folder, { recursive: true })
    const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:']
    execFileSync(
      'python3',
      [...args, '--require-hashes', '--dest', folder, '--requirement', requirements],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  const wheel = join(folder, find() ?? '')
  const found = createHash('sha256').update(readFileSync(wheel)).digest('hex')
  if (found !== digest) throw new Error(`${wheel} has another digest: delete it and try again`)
  return wheel
}
