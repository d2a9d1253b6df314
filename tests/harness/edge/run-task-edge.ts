// One command of the connector in a separate process, while servers of this process keep responding.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { childEnv } from '../child-env.ts'

const MAIN = join(import.meta.dirname, '../../../edge/src/main.ts')

export type Ended = { code: number | null; out: string; err: string }

/** With nothing in its environment but what is given. */
export async function runTaskEdge(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: childEnv(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Most commands read nothing and may be gone before it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'exit') as Promise<[number | null]> // the code comes first
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}
