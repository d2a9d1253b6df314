// Runs the body of a proof inside the network of the service, so that the processes it starts are in it too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ProofOptions, Verdict } from '../../../tools/programs/proof.ts'
import { type Networks, openNetworks } from './networks.ts'

export type Wishes = Omit<ProofOptions, 'log'>
export type Body = (options: ProofOptions, networks: Networks) => Promise<Verdict>

/** What the two processes say to each other, as lines of JSON. */
export type Line = { log: string } | { verdict: Verdict } | { error: string }

/** `body`: the path of a module that exports `prove`. */
export async function proveInCloud(body: string, options: ProofOptions): Promise<Verdict> {
  const { log, ...wishes } = options
  const networks = openNetworks()
  try {
    const program = join(import.meta.dirname, 'inside-cloud.ts')
    const [first = '', ...rest] = networks.inside('cloud')
    const args = [
      ...rest,
      process.execPath,
      program,
      body,
      JSON.stringify(wishes),
      JSON.stringify(networks.names),
    ]
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
    const child = spawn(first, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
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
  } finally {
    networks.remove()
  }
}

function readLine(text: string): Line {
  try {
    return JSON.parse(text) as Line // written by inside-cloud.ts
  } catch {
    return { log: text }
  }
}
