// The host of the integrations that this installation has.

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPlugins } from '#agent/catalogue/load-plugins.ts'
import { type ListedPlugin, listPlugin } from '#agent/catalogue/operator-list.ts'
import type { EdgeWay } from '#agent/edge-question.ts'
import { createPluginHost, type PluginHost } from '#agent/host.ts'
import { type LoadedPlugin, loadPlugin } from '#agent/load-plugin.ts'
import { sandbox } from '#agent/process/sandbox.ts'
import type { AnyConfig } from '#config/config.ts'
import type { Egress } from '#egress/egress.ts'
import type { Logger } from '#observe/log.ts'
import { observeGauge } from '#observe/metrics.ts'
import { VERSION } from './version.ts'

const builtIn = fileURLToPath(new URL('../../../integrations', import.meta.url))

/** Resolves when every integration has said what it is. */
export async function openPluginHost(options: {
  config: Pick<AnyConfig, 'integrations'>
  egress: Pick<Egress, 'send'>
  /** Without it there is no way to connectors. */
  edge?: EdgeWay
  log: Logger
}): Promise<PluginHost> {
  const { config, egress, edge, log } = options
  const plugins = await loadPlugins({ builtIn, list: config.integrations.list }, log)
  const host = createPluginHost({
    plugins,
    egress,
    ...(edge && { edge }),
    log,
    userAgent: `Task-Service/${VERSION}`,
  })
  void findSandboxFault().then((reason) => {
    if (reason !== undefined) log.error({ reason }, 'plugins are disabled')
  })
  const { load } = host
  observeGauge('task_service.plugins.processes', 'Plugin processes', () => load().processes)
  observeGauge('task_service.plugins.waiting', 'Calls that wait for one', () => load().waiting)
  return host
}

/** Why no integration may run here; everything else goes on. */
export const findSandboxFault = (): Promise<string | undefined> => sandbox.findFault()

/** The entry for the operator's list, and what the integration says about itself. */
export async function describePlugin(
  folder: string,
): Promise<{ entry: ListedPlugin; manifest: LoadedPlugin['manifest'] }> {
  const { place, entry } = await listPlugin(resolve(folder))
  const { manifest } = await loadPlugin(place)
  return { entry, manifest }
}
