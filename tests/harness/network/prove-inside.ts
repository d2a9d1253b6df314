// Runs the body of a proof in a process inside a network namespace, so that the processes it starts are in it too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ProofOptions, Verdict } from '../../../tools/programs/proof.ts'

export type Wishes = Omit<ProofOptions, 'log'>

/** What the process prints, as lines of JSON. */
export type Line = { log: string } | { verdict: Verdict } | { error: string }

/** `program` gets the wishes and then `args`, and calls `reportVerdict`. */
export async function proveInside(
  inside: readonly string[],
  program: string,
  args: readonly string[],
  options: ProofOptions,
): Promise<Verdict> {
  const { log, ...wishes } = options
  const [first, ...rest] = [...inside, process.execPath, program, JSON.stringify(wishes)]
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
  const child = spawn(first, [...rest, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let verdict: Verdict | undefined
  for await (const text of createInterface({ input: child.stdout })) {
    const line = readLine(text)
    if ('log' in line) log(line.log)
    else if ('verdict' in line) verdict = line.verdict
    else throw new Error(line.error)
  }
  await exited
  if (!verdict) throw new Error('the proof ended without a verdict')
  return verdict
}

const say = (line: Line): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

function readLine(text: string): Line {
  try {
    return JSON.parse(text) as Line // written by reportVerdict
  } catch {
    return { log: text }
  }
}

/** The whole work of the process inside: `prove` gets the arguments after the wishes. */
export async function reportVerdict(
  prove: (options: ProofOptions, args: readonly string[]) => Promise<Verdict>,
): Promise<void> {
  const [, , wishes = '', ...args] = process.argv
  try {
    const options = JSON.parse(wishes) as Wishes // written by proveInside
    say({ verdict: await prove({ ...options, log: (log) => say({ log }) }, args) })
    process.exit(0)
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    process.exit(1)
  }
}
