// A terminal of a newcomer: one shell that keeps its variables and background jobs, and gets the commands of the documentation
// as they are written.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Terminal = {
  /** Everything printed so far. */
  output(): string
  /** Waits for the command, and returns what it printed. */
  run(command: string): Promise<string>
  /** For a command that keeps running. */
  start(command: string): void
  close(): Promise<void>
}

const LOOK_MS = 50
const LONGEST_MS = 600_000

export function openTerminal(cwd: string, env: NodeJS.ProcessEnv): Terminal {
  // Job control gives each background job a number, which `kill %1` needs.
  const shell = spawn('bash', ['--noprofile', '--norc', '-m'], { cwd, env, detached: true })
  let output = ''
  const add = (chunk: Buffer) => void (output += chunk.toString())
  shell.stdout.on('data', add)
  shell.stderr.on('data', add)
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  const type = (line: string) => void shell.stdin.write(`${line}\n`)
  return {
    output: () => output,
    async run(command) {
      const from = output.length
      const mark = `done-${randomUUID()}`
      type(`${command}\necho "${mark}:$?"`)
      const found = await waitFor(() => new RegExp(`${mark}:(\\d+)`).exec(output), command)
      const printed = output.slice(from, found.index)
      if (found[1] === '0') return printed
      throw new Error(`"${command}" ended with ${found[1]}: ${printed}`)
    },
    start: type,
    async close() {
      type('kill $(jobs -p) 2>/dev/null; exit')
      await Promise.race([ended, sleep(5_000)])
      if (shell.exitCode === null && shell.pid) process.kill(-shell.pid, 'SIGKILL')
    },
  }
}

export async function waitFor<T>(
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  what: string,
): Promise<T> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; ) {
    const found = await look()
    if (found) return found
    await sleep(LOOK_MS)
  }
  throw new Error(`waited too long: ${what}`)
}
