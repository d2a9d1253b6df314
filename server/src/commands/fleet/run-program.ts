// Runs a program of the operator for one cell. Without a shell: names of cells are data, never a part of a command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { inheritEnvironment } from '#config/load.ts'
import type { Cell } from '#fleet/directory/cells.ts'
import type { UpgradeGoal } from '#fleet/directory/upgrades.ts'
import { CellFailed } from '#fleet/upgrade/upgrade-tools.ts'

/** Between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000

export async function runProgram(
  program: string,
  { cell, goal, timeoutMs }: { cell: Cell; goal: UpgradeGoal; timeoutMs: number },
): Promise<void> {
  const env = inheritEnvironment({
    TASK_SERVICE_CELL: cell.name,
    TASK_SERVICE_BACKENDS: cell.backends.join(' '),
    TASK_SERVICE_VERSION: goal.version,
    TASK_SERVICE_LEVEL: String(goal.schema_level),
  })
  // Its output is progress; standard output is for the result of the command.
  const child = spawn(program, [], { env, stdio: ['ignore', 2, 2] })
  const kill = () => void child.kill('SIGTERM')
  process.once('exit', kill)
  const timer = setTimeout(() => {
    kill()
    void sleep(GRACE_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
  }, timeoutMs)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code === 0) return
    const how = code === null ? `was ended by ${signal}` : `returned exit code ${code}`
    const limit = code === null ? ` (--timeout is ${Math.round(timeoutMs / 1_000)} s)` : ''
    throw new CellFailed(
      `${program} ${how}${limit}. See its output, fix the cause, then run the command again: it calls the program again.`,
    )
  } catch (error) {
    if (error instanceof CellFailed) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CellFailed(`${program} could not be started: ${reason}. It must be executable.`)
  } finally {
    clearTimeout(timer)
    process.off('exit', kill)
  }
}
