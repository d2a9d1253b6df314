// Runs one step in its own process group, so that all its processes end with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Attempt, type Step, timeoutSecondsOf } from './step.ts'

const root = join(import.meta.dirname, '../..')
/** Compiled modules, shared by all steps. */
const compileCache = join(root, '.tmp', 'compile-cache')
const running = new Set<number>()

/** `attempt`: 1, or 2 for the repetition of a step that failed. */
export async function runStep(step: Step, attempt: number, logFolder: string): Promise<Attempt> {
  const command = (attempt > 1 && step.retryCommand) || step.command
  const stem = join(logFolder, `${step.name.replaceAll(/[^\w-]+/g, '-')}.${attempt}`)
  const logFile = `${stem}.log`
  const startedMs = performance.now()
  const ok = await execute(command, { logFile, cpuFile: `${stem}.cpu` }, timeoutSecondsOf(step))
  return {
    ok,
    seconds: (performance.now() - startedMs) / 1_000,
    cpuSeconds: readCpuSeconds(`${stem}.cpu`),
    logFile,
    lastLine: readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1) ?? '',
  }
}

/** Kills all running steps when the run is interrupted. */
export function endRunningSteps(): void {
  for (const pid of running) killGroup(pid)
}

async function execute(
  command: string,
  { logFile, cpuFile }: { logFile: string; cpuFile: string },
  timeoutSeconds: number,
): Promise<boolean> {
  const log = openSync(logFile, 'w')
  // A subshell, so that a command that exits still lets the shell write what its processes used.
  const script = `(${command}\n); status=$?; times > "$CPU_FILE"; exit $status`
  const child = spawn('bash', ['-c', script], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, CPU_FILE: cpuFile },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw new Error('bash did not start')
  running.add(pid)
  const timer = setTimeout(() => killGroup(pid), timeoutSeconds * 1_000)
  const [code] = (await once(child, 'exit')) as [number | null] // what the event carries
  clearTimeout(timer)
  running.delete(pid)
  killGroup(pid)
  return code === 0
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** The second line of `times`: user and system time of what the shell has waited for. */
function readCpuSeconds(file: string): number {
  try {
    const [, children = ''] = readFileSync(file, 'utf8').split('\n')
    const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    return parts.reduce(
      (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
      0,
    )
  } catch {
    return 0
  }
}
