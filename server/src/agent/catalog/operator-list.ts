// The plugins of the operator: listed in a file with exact version and digest, and loaded only while they match. Nothing is
// ever installed from here.
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { PluginPlace } from '#agent/process/plugin-process.ts'
import { type Check, list, reader, record, text, wrong } from '#agent/shapes/shape.ts'
import { digestFolder } from './folder-digest.ts'
import { entryOf, readPackage } from './package-file.ts'

/** One entry of the list. */
export type ListedPlugin = {
  /** A folder (`./acme`, `/opt/acme`) or the name of a package in `node_modules` beside the list. */
  package: string
  version: string
  integrity: string
}

const integrity: Check = (value, place) => {
  if (!/^sha256-[A-Za-z0-9+/]{43}=$/.test(String(value)))
    wrong(place, 'sha256- followed by a Base64 digest')
}

const readList = reader<{ plugins: ListedPlugin[] }>(
  record({ plugins: list(record({ package: text(), version: text(), integrity }), 100) }),
  'plugins.json',
)

/** Throws when the file is missing or invalid: an error in it must not look like an empty list. */
export function readOperatorList(path: string): { folder: string; listed: ListedPlugin }[] {
  const { plugins } = readList(JSON.parse(readFileSync(path, 'utf8')))
  return plugins.map((listed) => ({ folder: folderOf(dirname(path), listed.package), listed }))
}

function folderOf(beside: string, name: string): string {
  if (isAbsolute(name)) return name
  return name.startsWith('.') ? join(beside, name) : join(beside, 'node_modules', name)
}

/** The entry for the current files of an integration. */
export async function listPlugin(
  folder: string,
): Promise<{ entry: ListedPlugin; place: PluginPlace }> {
  const { version = '' } = readPackage(join(folder, 'package.json'))
  const entry = { package: folder, version, integrity: await digestFolder(folder) }
  return { entry, place: await findListed(folder, entry) }
}

/** Throws with the reason when it does not match its entry. */
export async function findListed(folder: string, listed: ListedPlugin): Promise<PluginPlace> {
  await compare(folder, listed)
  const description = readPackage(join(folder, 'package.json'))
  if (description.version !== listed.version) {
    throw new Error(`version ${description.version} is installed, but ${listed.version} is listed`)
  }
  return {
    entry: entryOf(folder, description),
    readable: [folder],
    packages: {},
    check: () => compare(folder, listed),
  }
}

async function compare(folder: string, listed: ListedPlugin): Promise<void> {
  const digest = await digestFolder(folder)
  if (digest === listed.integrity) return
  throw new Error(
    `its files do not match the listed integrity: ${digest}, expected ${listed.integrity}`,
  )
}
