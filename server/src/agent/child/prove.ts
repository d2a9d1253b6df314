// Runs in a process with the flags of a plugin process, tries every escape, and prints which were denied.

import { type Probe, permissionProbes, sandboxProbes } from './probes.ts'
import { enterSandbox } from './sandbox.ts'

export type ProofReport = { denied: string[]; open: string[] }

const DENIED = new Set(['ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED'])

const { stdout } = process
const exit = process.exit.bind(process)
const report: ProofReport = { denied: [], open: [] }

/** Some attempts are denied in a callback, outside of any try block. */
let onUncaught: (error: unknown) => void = () => undefined
process.on('uncaughtException', (error) => onUncaught(error))

async function attempt(probe: Probe): Promise<unknown> {
  const uncaught = Promise.withResolvers<never>()
  onUncaught = uncaught.reject
  return await Promise.race([(async () => await probe())(), uncaught.promise])
}

async function tryAll(
  probes: Readonly<Record<string, Probe>>,
  isDenial: (error: unknown) => boolean,
): Promise<void> {
  for (const [name, probe] of Object.entries(probes)) {
    const isDenied = await attempt(probe).then(() => false, isDenial)
    report[isDenied ? 'denied' : 'open'].push(name)
  }
}

// Any other error means that the attempt got past the permissions.
await tryAll(permissionProbes, (error) => DENIED.has(String((error as { code?: unknown }).code)))
enterSandbox({}, () => undefined)
await tryAll(sandboxProbes, () => true)
stdout.write(`${JSON.stringify(report)}\n`, () => exit(0))
