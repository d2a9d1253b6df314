// All integrations of this installation: ours and the operator's. One that cannot be used is named in the log and left
// out; the others are not touched by it.
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
  /** The operator's list; null without one. */
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
  // One after the other: each needs a process for a moment, and those of small machines are few.
  for (const { name, load } of candidates) {
    try {
      const plugin = await load()
      const { id } = plugin.manifest
      if (loaded.has(id)) throw new Error(`there is an integration with the name ${id} already`)
      loaded.set(id, plugin)
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      log.error({ integration: name, reason }, 'an integration is refused')
    }
  }
  return [...loaded.values()]
}

function ownCandidates(folder: string): Candidate[] {
  const written = readWritten(join(folder, 'manifests.gen.json'))
  return listBuiltIn(folder).map((place) => {
    const manifest = written.find(({ id }) => id === basename(dirname(place.entry)))
    // One that is being written has no entry yet and is asked like those of others.
    const load = async () => (manifest ? { place, manifest } : await loadPlugin(place))
    return { name: place.entry, load }
  })
}

/** What ours say about themselves, so that a start need not ask each in a process; `npm run gen` writes it. */
function readWritten(path: string): Manifest[] {
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
    log.error({ list: path, reason }, 'the list of integrations cannot be read, none of it is used')
    return []
  }
}
