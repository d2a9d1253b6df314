// The plugin host: runs integrations in plugin processes that hold no secrets and can reach vendors only through the host.
import { Failure, type Manifest } from '@task-service/kit'
import { Processes } from '#agent/process/processes.ts'
import { type Sandbox, sandbox } from '#agent/process/sandbox.ts'
import { silentCall } from '#agent/process/silent-call.ts'
import { writeHosts } from '#agent/vendor/allowed-hosts.ts'
import { createBudgets } from '#agent/vendor/rate-budget.ts'
import type { Egress } from '#egress/egress.ts'
import type { Logger } from '#observe/log.ts'
import type { EdgeConnection } from './edge-question.ts'
import { defaultHostLimits, type HostLimits } from './limits.ts'
import type { LoadedPlugin } from './load-plugin.ts'
import type { Config, Connection, PluginSession } from './plugin-session.ts'
import { createSession } from './session.ts'

export type { Connection, PluginSession, PullBatch } from './plugin-session.ts'

export type PluginHost = {
  /** Sorted by display name. */
  providers: () => Manifest[]
  findManifest: (provider: string) => Manifest | undefined
  /** The hosts that the integration needs with this configuration, in the form that is stored and sealed. */
  hostsOf: (tenantId: string, provider: string, config: Config) => Promise<string[]>
  /** Cheap; a process starts with the first call and is shared by all sessions of the same integration. */
  open: (connection: Connection) => PluginSession
  /** Running processes, including idle ones, their memory, and calls that wait for one. */
  load: () => { processes: number; waiting: number; memoryMb: number }
  /** Syncs that can run at the same time. */
  syncSlots: number
  stop: () => Promise<void>
}

export type PluginHostOptions = {
  plugins: readonly LoadedPlugin[]
  egress: Pick<Egress, 'send'>
  log: Pick<Logger, 'debug' | 'warn'>
  /** Sent to vendors, which ask for a name and a version. */
  userAgent: string
  /** Access to connectors; without it no integration has any. */
  edge?: EdgeConnection
  limits?: Partial<HostLimits>
  /** Overridden by tests. */
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
    throw new Failure('internal', `The provider ${provider} is not installed.`)
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
