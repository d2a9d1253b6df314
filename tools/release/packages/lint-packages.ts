// publint and attw on each npm package that programs import. The tools are in the cache, from a lock file of their own.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Artifact } from '../artifacts.ts'
import { runOffline } from './offline.ts'

const installer = join(import.meta.dirname, '../../package-checks/install.sh')
/** Without an entry for `import`, there are no types to resolve. */
const PROGRAMS = new Set(['@task-service/cli', '@task-service/edge'])

export async function lintPackages(out: string, artifacts: readonly Artifact[]): Promise<string[]> {
  const tools = execFileSync(installer, { encoding: 'utf8' }).trim()
  const faults: string[] = []
  const check = async (program: string, ...args: string[]): Promise<void> => {
    const path = join(tools, 'node_modules/.bin', program)
    await runOffline(path, args, { cwd: out }).catch((error: Error) => faults.push(error.message))
  }
  for (const { name, kind, file } of artifacts) {
    if (kind !== 'npm') continue
    await check('publint', 'run', file, '--strict')
    // CommonJS loads ES modules in every version of Node.js that the packages support.
    if (!PROGRAMS.has(name)) await check('attw', file, '--profile', 'esm-only', '--no-color')
  }
  return faults
}
