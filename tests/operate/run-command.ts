// `task-service …` as an operator runs it: a process of its own, with nothing in its environment but what is given.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { childEnv } from '../harness/child-env.ts'
import { MAIN } from '../harness/service.ts'

export type Outcome = {
  code: number | null
  stdout: string
  stderr: string
  /** What `--json` printed. */
  json: () => Record<string, unknown>
}

export async function runCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  stdin?: string,
): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: childEnv(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(stdin ?? '')
  const exited = once(child, 'exit') as Promise<[number | null]>
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ])
  return { code, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }
}
