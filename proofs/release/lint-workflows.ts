// actionlint on the workflows, built from its Go module at an exact version, which Go checks against its checksum database.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const MODULE = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7'

export function lintWorkflows(log: (line: string) => void): string[] {
  const { TASK_SERVICE_CACHE, XDG_CACHE_HOME } = process.env
  const cache =
    TASK_SERVICE_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'task-service')
  const folder = join(cache, 'actionlint-1.7.7')
  const program = join(folder, 'actionlint')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    const env = { ...process.env, GOBIN: folder }
    execFileSync('go', ['install', MODULE], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  const { status, stdout } = spawnSync(program, [], { cwd: root, encoding: 'utf8' })
  const faults = stdout.trim().split('\n').filter(Boolean)
  for (const fault of faults) log(`  ${fault}`)
  return status === 0 ? faults : [...faults, `actionlint ended with ${status}`]
}
