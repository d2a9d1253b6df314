// A plugin host as the service builds it, with integrations of our own making and a vendor on loopback.
import type { RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Failure, isFailure } from '@task-service/kit'
import type { EdgeConnection } from '../../../server/src/agent/edge-question.ts'
import {
  type Connection,
  createPluginHost,
  type PluginHost,
  type PluginSession,
} from '../../../server/src/agent/host.ts'
import type { HostLimits } from '../../../server/src/agent/limits.ts'
import { loadPlugin } from '../../../server/src/agent/load-plugin.ts'
import { Secret } from '../../../server/src/crypto/secret.ts'
import { startReceiver } from '../network/receiver.ts'
import { startEgress, type TestEgressOptions } from '../network/test-egress.ts'

export const TOKEN = 'tok-3f9c/+ä"secret'
export const HOOK_SECRET = 'hook-secret-5b1d'

export type LoggedLine = { level: 'debug' | 'warn'; facts: Record<string, unknown>; text: string }

export type TestHost = {
  host: PluginHost
  session: PluginSession
  logged: LoggedLine[]
  /** What the integration said, as it would stand in the report of a run. */
  said: string[]
  url: string
  connection: Connection
}

export type TestHostOptions = {
  answer?: RequestListener
  limits?: Partial<HostLimits>
  egress?: TestEgressOptions
  edge?: EdgeConnection
  connection?: Partial<Connection>
  secrets?: Record<string, string>
  /** As if it came with the service. */
  isOurs?: true
}

export const pluginFolder = (name: string): string =>
  fileURLToPath(new URL(`plugins/${name}`, import.meta.url))

/** Import the honest one and change parts of it. */
const variants = new Set(['keeper', 'lingering'])

export const placeOf = (name: string) => ({
  entry: `${pluginFolder(name)}/plugin.ts`,
  readable: [name, ...(variants.has(name) ? ['honest'] : [])].map(pluginFolder),
  packages: {},
})

export async function startTestHost(
  t: TestContext,
  name: string,
  options: TestHostOptions = {},
): Promise<TestHost> {
  const { answer = (_, response) => void response.end('{}'), limits = {} } = options
  const receiver = await startReceiver(answer)
  t.after(() => receiver.close())
  const egress = await startEgress(t, options.egress)
  const logged: LoggedLine[] = []
  const note = (level: LoggedLine['level']) => (facts: unknown, text?: string) =>
    void logged.push({ level, facts: facts as Record<string, unknown>, text: text ?? '' }) // always a record
  const host = createPluginHost({
    plugins: [
      await loadPlugin({ ...placeOf(name), ...(options.isOurs && { isOurs: true }) }, limits),
    ],
    egress,
    log: { debug: note('debug'), warn: note('warn') },
    userAgent: 'Task-Service/test',
    ...(options.edge && { edge: options.edge }),
    limits,
  })
  t.after(() => host.stop())
  const url = `http://127.0.0.1:${receiver.port}`
  const said: string[] = []
  const secrets: Record<string, string> = options.secrets ?? { token: TOKEN, webhook: HOOK_SECRET }
  const connection: Connection = {
    tenantId: 'ten_1',
    integrationId: 'int_1',
    provider: name,
    config: { url },
    hosts: [url],
    openSecret: async (secret) =>
      secrets[secret] === undefined ? undefined : Secret.from(secrets[secret]),
    onLog: (line) => said.push(line),
    ...options.connection,
  }
  return { host, session: host.open(connection), logged, said, url, connection }
}

/** What a call failed with, or an error that shows its answer. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const thrown: unknown = await call.then(
    (value) => new Error(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (isFailure(thrown)) return thrown
  throw thrown
}
