// The integrations of the tests as an operator adds those of others, for a service that runs in a place of its own.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestFolder } from '../../../server/src/agent/catalog/folder-digest.ts'
import { testPlugins } from './test-plugins.ts'

/** The list, for `SERVICE_ACP_PLUGINS`; packages stand beside it, so all of it can be moved. */
export async function packTestPlugins(folder: string): Promise<string> {
  const plugins = []
  for (const { manifest, place } of testPlugins) {
    const { id, version } = manifest
    const own = join(folder, id)
    mkdirSync(own, { recursive: true })
    const description = { name: id, version, type: 'module', exports: './plugin.ts' }
    writeFileSync(join(own, 'package.json'), JSON.stringify(description))
    copyFileSync(place.entry, join(own, 'original.ts'))
    writeFileSync(join(own, 'plugin.ts'), sourceOf(manifest))
    plugins.push({ package: `./${id}`, version, integrity: await digestFolder(own) })
  }
  const list = join(folder, 'plugins.json')
  writeFileSync(list, JSON.stringify({ plugins }))
  return list
}

const sourceOf = (manifest: object): string => `
import { plugin as original } from './original.ts'
export const plugin = { ...original, describe: () => (${JSON.stringify(manifest)}) }
`
