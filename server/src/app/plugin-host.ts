// The plugin host with all integrations of this installation.
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPlugins } from '#agent/catalog/load-plugins.ts'
import { type ListedPlugin, listPlugin } from '#agent/catalog/operator-list.ts'
import type { EdgeConnection } from '#agent/edge-question.ts'
import { createPluginHost, type PluginHost } from '#agent/host.ts'
import { fitLimits, type Roles } from '#agent/limits.ts'
import { type LoadedPlugin, loadPlugin } from '#agent/load-plugin.ts'
import { sandbox } from '#agent/process/sandbox.ts'
import type { AnyConfig } from '#config/config.ts'
import type { Egress } from '#egress/egress.ts'
import type { Logger } from '#observe/log.ts'
import { observeGauge } from '#observe/metrics.ts'
import { VERSION } from './version.ts'

const builtIn = fileURLToPath(new URL('../../../integrations', import.meta.url))

/** Resolves when the manifest of every integration has been read. */
export async function openPluginHost(options: {
  config: Pick<AnyConfig, 'integrations'>
  roles: Roles
  egress: Pick<Egress, 'send'>
  /** Without it, integrations cannot reach connectors. */
  edge?: EdgeConnection
  log: Logger
}): Promise<PluginHost> {
  const { config, roles, egress, edge, log } = options
  const limits = fitLimits(memoryMbOf(config.integrations.memoryBytes), roles)
  const plugins = await loadPlugins({ builtIn, list: config.integrations.list }, log)
  const host = createPluginHost({
    plugins,
    egress,
    ...(edge && { edge }),
    log,
    limits,
    userAgent: `Task-Service/${VERSION}`,
  })
  void findSandboxFault().then((reason) => {
    if (reason !== undefined) log.error({ reason }, 'plugins are disabled')
  })
  const { load } = host
  observeGauge('task_service.plugins.processes', 'Plugin processes', () => load().processes)
  observeGauge(
    'task_service.plugins.waiting',
    'Plugin calls waiting for a process',
    () => load().waiting,
  )
  observeGauge(
    'task_service.plugins.memory',
    'Memory of plugin processes in MB',
    () => load().memoryMb,
  )
  return host
}

/** The rest is for the service itself. */
const PLUGIN_SHARE = 0.45
const MOST_MB = 1_024

function memoryMbOf(given: number | null): number {
  if (given !== null) return Math.floor(given / 2 ** 20)
  // Zero, or more than the machine has, where no container limit is set.
  const limit = process.constrainedMemory() || Infinity
  return Math.min(MOST_MB, Math.floor((Math.min(limit, totalmem()) * PLUGIN_SHARE) / 2 ** 20))
}

/** Why plugins are disabled on this machine; everything else works. */
export const findSandboxFault = (): Promise<string | undefined> => sandbox.findFault()

/** The plugins.json entry and the manifest of an integration. */
export async function describePlugin(
  folder: string,
): Promise<{ entry: ListedPlugin; manifest: LoadedPlugin['manifest'] }> {
  const { place, entry } = await listPlugin(resolve(folder))
  const { manifest } = await loadPlugin(place)
  return { entry, manifest }
}
