// `tasks …` in a pseudo-terminal of a given size, with a person who types.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { childEnv } from '../child-env.ts'
import { TASKS } from './tasks-program.ts'

const SECONDS = 30

export type Step = { after: string; type: string }

export type TerminalOptions = {
  env: Record<string, string>
  columns?: number
  rows?: number
  /** What is typed, each after a text has been printed. */
  steps?: readonly Step[]
  program?: string
}

/** `screen` is everything that the terminal received, with escape sequences. */
export async function runInTerminal(
  args: readonly string[],
  { env, columns = 80, rows = 24, steps = [], program = TASKS }: TerminalOptions,
): Promise<{ code: number | null; screen: string }> {
  const python = spawn('python3', [join(import.meta.dirname, 'pseudo-terminal.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const argv = [process.execPath, program, ...args]
  const order = { argv, columns, rows, steps, seconds: SECONDS, cwd: process.cwd() }
  python.stdin.end(JSON.stringify({ ...order, env: childEnv({ TERM: 'xterm-256color', ...env }) }))
  const exited = once(python, 'exit') as Promise<[number | null]>
  const screen = await text(python.stdout)
  const [code] = await exited
  return { code, screen }
}
