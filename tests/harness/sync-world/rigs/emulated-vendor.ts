// A model of a vendor in a process of its own: killed and started again at the same port, with what it had answered.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../free-port.ts'
import { startGuardian } from '../../guardian.ts'
import { temporaryRoot } from '../../temporary-root.ts'

export type EmulatedVendor = {
  origin: string
  /** Waits for it while it is away, as a person at its pages would. */
  control: <T>(name: string, input?: unknown) => Promise<T>
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

const TIMEOUT_MS = 30_000
const integrations = join(import.meta.dirname, '../../../../integrations')

export async function startEmulatedVendor(provider: string): Promise<EmulatedVendor> {
  const folder = mkdtempSync(join(temporaryRoot(), `task-service-${provider}-`))
  const guardian = startGuardian([folder])
  const port = await findFreePort()
  const program = join(integrations, provider, 'testing/main.ts')
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = [program, String(port), join(folder, 'journal')]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    guardian.watch(child.pid)
    if (!child.stdout) throw new Error('the model of the vendor has no output')
    await once(child.stdout, 'data')
  }

  async function kill(): Promise<void> {
    const dying = child
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
    dying.kill('SIGKILL')
    await once(dying, 'exit')
  }

  async function control<T>(name: string, input: unknown = {}): Promise<T> {
    const request = { method: 'POST', body: JSON.stringify(input) }
    for (const begun = Date.now(); ; await sleep(100)) {
      const answer = await fetch(`${origin}/_control/${name}`, request).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      if (answer?.ok && text !== undefined) {
        return (text === '' ? undefined : JSON.parse(text)) as T // what the control of that name gives
      }
      if (answer) throw new Error(`${name}: ${answer.status} ${text}`)
      if (Date.now() - begun > TIMEOUT_MS) throw new Error(`${name}: ${provider} is away`)
    }
  }

  await start()
  return {
    origin,
    control,
    kill,
    restart: start,
    async stop() {
      await kill()
      guardian.watch(undefined)
      await guardian.release()
    },
  }
}
