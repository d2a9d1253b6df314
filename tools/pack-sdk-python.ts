// `node tools/pack-sdk-python.ts [folder]`: the Python SDK as a wheel and a source distribution.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findBuildBackend } from './packing/python-backend.ts'

const root = join(import.meta.dirname, '..')

const isSource = (path: string): boolean => !path.includes('__pycache__')

/** Returns the paths of both files. */
function pack(destination: string): string[] {
  const folder = join(root, '.tmp', `pack-sdk-python-${process.pid}`)
  mkdirSync(destination, { recursive: true })
  try {
    for (const part of ['pyproject.toml', 'README.md', 'src']) {
      cpSync(join(root, 'sdk-python', part), join(folder, part), {
        recursive: true,
        filter: isSource,
      })
    }
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    // Python imports a wheel without installing it.
    const env = { ...process.env, PYTHONPATH: findBuildBackend(), SOURCE_DATE_EPOCH: commitTime() }
    return ['build_sdist', 'build_wheel'].map((build) => {
      const code = `import sys; from flit_core import buildapi; print(buildapi.${build}(sys.argv[1]))`
      const args = ['-c', code, destination]
      const printed = execFileSync('python3', args, { cwd: folder, encoding: 'utf8', env })
      return join(destination, printed.trim().split('\n').at(-1) ?? '')
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Archives have times in them: with that of the commit, each build of the same sources has the same bytes. */
function commitTime(): string {
  const args = ['log', '-1', '--format=%ct']
  return (
    process.env['SOURCE_DATE_EPOCH'] ?? execFileSync('git', args, { cwd: root }).toString().trim()
  )
}

const [, , destination = join(root, 'dist')] = process.argv
console.log(pack(resolve(destination)).join('\n'))
