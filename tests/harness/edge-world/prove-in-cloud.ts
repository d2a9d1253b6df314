// Runs the body of a proof inside the network of the service, so that the processes it starts are in it too.
import { join } from 'node:path'
import type { ProofOptions, Verdict } from '../../../tools/programs/proof.ts'
import { proveInside } from '../network/prove-inside.ts'
import { type Networks, openNetworks } from './networks.ts'

export type Body = (options: ProofOptions, networks: Networks) => Promise<Verdict>

/** `body`: the path of a module that exports `prove`. */
export async function proveInCloud(body: string, options: ProofOptions): Promise<Verdict> {
  const networks = openNetworks()
  try {
    const program = join(import.meta.dirname, 'inside-cloud.ts')
    const args = [body, JSON.stringify(networks.names)]
    return await proveInside(networks.inside('cloud'), program, args, options)
  } finally {
    networks.remove()
  }
}
