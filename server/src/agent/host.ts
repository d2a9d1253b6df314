// The plugin host: runs integrations, each connection in a process of its own that holds no secret and has no way
// out but ours.
import {
  type Change,
  type Choice,
  type ChoiceKind,
  type ConnectionReport,
  Failure,
  type Gone,
  type Json,
  type Manifest,
  type Parsed,
  type Person,
  type PullItem,
  type PullOptions,
  type PushOptions,
  type PushResult,
  type RawRequest,
  type Registration,
  type RemoteRef,
  type RemoteTask,
} from '@task-service/kit'
import { Processes } from '#agent/process/processes.ts'
import { type Sandbox, sandbox } from '#agent/process/sandbox.ts'
import { silentCall } from '#agent/process/silent-call.ts'
import type { Lane } from '#agent/process/slots.ts'
import { writeHosts } from '#agent/vendor/allowed-hosts.ts'
import { createBudgets } from '#agent/vendor/rate-budget.ts'
import type { Secret } from '#crypto/secret.ts'
import type { Egress } from '#egress/egress.ts'
import type { Logger } from '#observe/log.ts'
import type { EdgeConnection } from './edge-question.ts'
import { defaultHostLimits, type HostLimits } from './limits.ts'
import type { LoadedPlugin } from './load-plugin.ts'
import { createSession } from './session.ts'

export type Config = Readonly<Record<string, string | number | boolean>>

/** What whoever uses an integration hands in, for each use. */
export type Connection = {
  tenantId: string
  integrationId: string
  provider: string
  config: Config
  /** As `hostsOf` gave them when the secrets were sealed; requests go nowhere else. */
  hosts: readonly string[]
  self?: Person
  /** Whose processes it uses; `request` unless given. */
  lane?: Exclude<Lane, 'quick'>
  /** Asked inside the request that carries the secret, never before. */
  openSecret: (name: string) => Promise<Secret | 'needs_reentry' | undefined>
  /** What the integration logs, without secrets; a few lines for the report of a run. */
  onLog?: (line: string) => void
}

/** Items to store together with the cursor. Without a cursor more of the same page follows: a page can be long. */
export type PullBatch = {
  items: Extract<PullItem, { kind: 'upsert' | 'delete' }>[]
  total?: number
  cursor?: Json
}

/** Everything here throws a `Failure` and nothing else. */
export type PluginSession = {
  testConnection: (signal?: AbortSignal) => Promise<ConnectionReport>
  discover: (what: ChoiceKind, signal?: AbortSignal) => Promise<Choice[]>
  /** The next batch is asked for when the loop comes back for it; leaving the loop ends the pull. */
  pull: (
    cursor: Json | null,
    options: PullOptions,
    signal?: AbortSignal,
  ) => AsyncIterable<PullBatch>
  fetchOne: (ref: RemoteRef, signal?: AbortSignal) => Promise<RemoteTask | Gone>
  push: (change: Change, options: PushOptions, signal?: AbortSignal) => Promise<PushResult>
  /** `invalid` where the integration marks nothing. */
  findByMarker: (
    marker: string,
    madeSince: Date,
    signal?: AbortSignal,
  ) => Promise<RemoteTask | null>
  verify: (request: RawRequest) => Promise<'genuine' | { refused: string }>
  parse: (request: RawRequest) => Promise<Parsed>
  register: (url: string, signal?: AbortSignal) => Promise<Registration>
  renew: (id: string, signal?: AbortSignal) => Promise<Registration>
  unregister: (id: string, signal?: AbortSignal) => Promise<void>
}

export type PluginHost = {
  /** Sorted by what people call them. */
  providers: () => Manifest[]
  findManifest: (provider: string) => Manifest | undefined
  /** What the integration needs to reach with this configuration, in the form that is stored and sealed. */
  hostsOf: (tenantId: string, provider: string, config: Config) => Promise<string[]>
  /** Costs nothing; a process starts with the first call and is shared by all sessions of the same integration. */
  open: (connection: Connection) => PluginSession
  /** Processes that run, idle ones included, their memory, and calls that wait for one. */
  load: () => { processes: number; waiting: number; memoryMb: number }
  /** Syncs that can run at the same time. */
  syncSlots: number
  stop: () => Promise<void>
}

export type PluginHostOptions = {
  plugins: readonly LoadedPlugin[]
  egress: Pick<Egress, 'send'>
  log: Pick<Logger, 'debug' | 'warn'>
  /** Sent to vendors, who ask for a name and a version. */
  userAgent: string
  /** The way to connectors; without it no integration has one. */
  edge?: EdgeConnection
  limits?: Partial<HostLimits>
  /** Tests have others. */
  sandbox?: Sandbox
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { egress, log, userAgent, edge } = options
  const limits = { ...defaultHostLimits, ...options.limits }
  const processes = new Processes(limits, options.sandbox ?? sandbox)
  const budgets = createBudgets()
  const plugins = new Map(options.plugins.map((plugin) => [plugin.manifest.id, plugin]))

  function get(provider: string): LoadedPlugin {
    const plugin = plugins.get(provider)
    if (plugin) return plugin
    throw new Failure('internal', `There is no integration with the name ${provider} here.`)
  }

  return {
    providers: () =>
      [...plugins.values()]
        .map(({ manifest }) => manifest)
        .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
    findManifest: (provider) => plugins.get(provider)?.manifest,
    async hostsOf(tenantId, provider, config) {
      const { place, manifest } = get(provider)
      const owner = { lane: 'quick', tenantId, name: `hosts ${provider}` } as const
      const signal = AbortSignal.timeout(limits.quickMs)
      const call = await processes.open(owner, place, { ...silentCall('hosts', config), signal })
      try {
        return writeHosts((await call.next()).value, config, manifest.capabilities.edge ? 0 : 1)
      } finally {
        call.close()
      }
    },
    open(connection) {
      const { tenantId, integrationId, provider } = connection
      const name = `${integrationId} ${provider}`
      const { manifest, place } = get(provider)
      return createSession(connection, {
        manifest,
        egress,
        edge,
        log,
        limits,
        userAgent,
        budget: budgets.of(`${tenantId} ${name}`, manifest.rateLimit),
        openCall: (lane, call) => processes.open({ lane, tenantId, name }, place, call),
      })
    },
    load: () => processes.load(),
    syncSlots: limits.lanes.sync.processes,
    stop: () => processes.stop(),
  }
}
