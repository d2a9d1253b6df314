// What stands in the image beside our sources: exactly the packages of the lockfile that it needs, and a list that says so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { podman, root } from './engine.ts'

/** What an image holds of ours: packages whose needs it has, and the folder of its papers. */
export type ImageKind = { roots: readonly string[]; papers: string }

export const serviceKind: ImageKind = {
  roots: ['server', 'integrations'],
  papers: '/usr/share/doc/task-service',
}
export const edgeKind: ImageKind = { roots: ['edge'], papers: '/usr/share/doc/task-edge' }

type LockEntry = {
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = { packages: Record<string, LockEntry> }
type Bom = { components: { name: string; version: string }[] }

/** Empty when the image holds what it should and nothing else. */
export async function findContentFaults(
  image: string,
  { roots, papers } = serviceKind,
): Promise<{ packages: number; faults: string[] }> {
  const listing = await podman('run', '--rm', '--entrypoint=node', image, '-e', LIST)
  const found = JSON.parse(listing) as { packages: string[]; strays: string[] } // LIST below
  const there = new Set(found.packages.filter((name) => !name.startsWith('@task-service/')))
  const wanted = lockedPackages(roots)
  const sbom = `${papers}/sbom.cdx.json`
  const bom = JSON.parse(await podman('run', '--rm', '--entrypoint=cat', image, sbom)) as Bom // as npm writes it
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const faults = [
    ...[...wanted].filter((name) => !there.has(name)).map((name) => `${name} is missing`),
    ...[...there].filter((name) => !wanted.has(name)).map((name) => `${name} does not belong`),
    ...[...there].filter((name) => !listed.has(name)).map((name) => `${name} is not in the SBOM`),
    ...found.strays.map((path) => `${path} does not belong`),
  ]
  return { packages: there.size, faults }
}

/** Runs in the image: packages by their own manifests, and files that must not be there. */
const LIST = `
const { existsSync, globSync, readFileSync } = require('node:fs')
process.chdir('/app')
const manifests = globSync('node_modules/{,**/node_modules/}{*,@*/*}/package.json')
const packages = manifests.map((file) => JSON.parse(readFileSync(file, 'utf8')))
const ours = globSync('{contract,server,edge}/**/*.test.ts').concat(globSync('{,contract/,server/,edge/}.*'))
const tools = ['/usr/local/bin/npm', '/usr/local/lib/node_modules'].filter((path) => existsSync(path))
console.log(JSON.stringify({
  packages: packages.filter(({ version }) => version).map(({ name, version }) => name + '@' + version),
  strays: [...ours, ...tools],
}))`

/** What the packages in the image need, and what those need. */
function lockedPackages(roots: readonly string[]): Set<string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock // npm's format
  const seen = new Set<string>()
  const visit = (path: string): void => {
    const entry = lock.packages[path]
    if (!entry || seen.has(path)) return
    seen.add(path)
    if (entry.link) return visit(entry.resolved ?? '')
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      // Those that their owner may do without are left to the owner.
      if (!peerDependenciesMeta?.[name]?.optional) visit(placeOf(lock, path, name))
    }
  }
  for (const path of roots) visit(path)
  const packages = [...seen].filter(
    (path) => path.includes('node_modules/') && !lock.packages[path]?.link,
  )
  return new Set(
    packages.map((path) => `${path.split('node_modules/').at(-1)}@${lock.packages[path]?.version}`),
  )
}

/** As Node.js looks for it: beside the package, then further and further out. */
function placeOf(lock: Lock, from: string, name: string): string {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    const path = join(place, 'node_modules', name)
    if (path in lock.packages || place === '') return path
  }
}
