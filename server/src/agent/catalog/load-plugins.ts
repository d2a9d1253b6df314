// All integrations of this installation: built-in ones and plugins of the operator. One that fails to load is logged and
// left out; the others are not affected.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Manifest } from '@task-service/kit'
import { type LoadedPlugin, loadPlugin } from '#agent/load-plugin.ts'
import { readManifests } from '#agent/shapes/manifest.ts'
import type { Logger } from '#observe/log.ts'
import { listBuiltIn } from './built-in.ts'
import { findListed, readOperatorList } from './operator-list.ts'

export type PluginSources = {
  /** The folder of the integrations that come with the service. */
  builtIn: string
  /** The file of SERVICE_ACP_PLUGINS; null without one. */
  list: string | null
}

type Candidate = { name: string; load: () => Promise<LoadedPlugin> }

export async function loadPlugins(
  { builtIn, list }: PluginSources,
  log: Pick<Logger, 'error'>,
): Promise<LoadedPlugin[]> {
  const candidates = [
    ...ownCandidates(builtIn),
    ...(list === null ? [] : listCandidates(list, log)),
  ]
  const loaded = new Map<string, LoadedPlugin>()
  // One after the other: each needs a process for a moment, and small machines have few.
  for (const { name, load } of candidates) {
    try {
      const plugin = await load()
      const { id } = plugin.manifest
      if (loaded.has(id)) throw new Error(`an integration with the ID ${id} is already loaded`)
      loaded.set(id, plugin)
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      log.error({ integration: name, reason }, 'an integration failed to load')
    }
  }
  return [...loaded.values()]
}

function ownCandidates(folder: string): Candidate[] {
  const generated = readGenerated(join(folder, 'manifests.gen.json'))
  return listBuiltIn(folder).map((place) => {
    const manifest = generated.find(({ id }) => id === basename(dirname(place.entry)))
    // One in development has no entry yet; its manifest is read like that of a plugin.
    const load = async () => (manifest ? { place, manifest } : await loadPlugin(place))
    return { name: place.entry, load }
  })
}

/** Manifests of built-in integrations, so that a start needs no process for each; `npm run gen` writes the file. */
function readGenerated(path: string): Manifest[] {
  if (!existsSync(path)) return []
  return readManifests(JSON.parse(readFileSync(path, 'utf8')))
}

function listCandidates(path: string, log: Pick<Logger, 'error'>): Candidate[] {
  try {
    return readOperatorList(path).map(({ folder, listed }) => ({
      name: listed.package,
      load: async () => await loadPlugin(await findListed(folder, listed)),
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log.error({ list: path, reason }, 'SERVICE_ACP_PLUGINS cannot be read; no plugin is loaded')
    return []
  }
}
