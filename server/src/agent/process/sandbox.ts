// Whether plugin processes are sandboxed on this machine: tested once, before the first integration runs.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { permissionProbes, sandboxProbes } from '#agent/child/probes.ts'
import type { ProofReport } from '#agent/child/prove.ts'
import { sandboxFlags } from './sandbox-flags.ts'

export type Sandbox = {
  /** Why no integration may run; undefined when every escape is denied. */
  findFault: () => Promise<string | undefined>
}

const proof = fileURLToPath(new URL('../child/prove.ts', import.meta.url))
const expected = Object.keys({ ...permissionProbes, ...sandboxProbes })
const PROOF_MS = 30_000
const PROOF_HEAP_MB = 64

const run = promisify(execFile)

/** `flags`: those of every plugin process, unless a test leaves some out. */
export function createSandbox(
  flags: readonly string[] = sandboxFlags([proof.replace(/\/[^/]+$/, '')], PROOF_HEAP_MB),
): Sandbox {
  let found: Promise<string | undefined> | undefined
  return {
    async findFault() {
      const mine = (found ??= prove(flags))
      try {
        return await mine
      } catch (error) {
        // Inconclusive; the next caller tests again.
        if (found === mine) found = undefined
        const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown'
        return `Plugins are disabled: the sandbox could not be tested (${reason}).`
      }
    },
  }
}

/** Of this process; all its plugin processes have the same flags. */
export const sandbox = createSandbox()

async function prove(flags: readonly string[]): Promise<string | undefined> {
  const { stdout } = await run(process.execPath, [...flags, proof], {
    env: {},
    cwd: '/',
    timeout: PROOF_MS,
    killSignal: 'SIGKILL',
  })
  const { denied } = JSON.parse(stdout) as ProofReport // our own program wrote it
  const open = expected.filter((name) => !denied.includes(name))
  if (open.length === 0) return undefined
  return `Plugins are disabled: the sandbox of Node.js ${process.version} does not deny ${open.join(', ')}. Run Task Service with Node.js 26.`
}
