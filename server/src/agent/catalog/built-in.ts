// The integrations that come with the service: each folder with a `plugin.ts` is one.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PluginPlace } from '#agent/process/plugin-process.ts'
import { findOutsidePackages } from './outside-packages.ts'

export function listBuiltIn(folder: string): PluginPlace[] {
  const { files, folders } = findOutsidePackages(folder)
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .filter((own) => existsSync(join(own, 'plugin.ts')))
    .map((own) => ({
      entry: join(own, 'plugin.ts'),
      readable: [own, ...folders],
      packages: files,
      isOurs: true,
    }))
}
