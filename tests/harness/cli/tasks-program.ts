// `tasks …` as a user runs it: a process of its own, in a pipe, with nothing in its environment but what is given.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '../child-env.ts'

export const TASKS = join(import.meta.dirname, '../../../cli/src/main.ts')
const TIMEOUT_MS = 30_000

export type Ended = { code: number | null; stdout: string; stderr: string }

export type TasksProgram = {
  process: ChildProcessByStdio<Writable, Readable, Readable>
  stdout: () => string
  stderr: () => string
  /** Rejects after a while, with what was printed. */
  untilPrinted: (what: RegExp) => Promise<void>
  ended: Promise<Ended>
}

export type TasksOptions = {
  env: Record<string, string>
  cwd?: string
  stdin?: string
  /** Instead of the sources. */
  program?: string
}

export function startTasks(args: readonly string[], options: TasksOptions): TasksProgram {
  const { env, cwd, stdin, program = TASKS } = options
  const child = spawn(process.execPath, [program, ...args], {
    env: childEnv(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  // The program may end without reading.
  child.stdin.on('error', () => undefined).end(stdin ?? '')
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    async untilPrinted(what) {
      for (const begunMs = Date.now(); !what.test(stdout + stderr); await sleep(20)) {
        if (Date.now() - begunMs < TIMEOUT_MS && child.exitCode === null) continue
        throw new Error(`tasks ${args.join(' ')} did not print ${what}: ${stdout}${stderr}`)
      }
    },
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })),
  }
}

export const runTasks = (args: readonly string[], options: TasksOptions): Promise<Ended> =>
  startTasks(args, options).ended
