// What stands in the image beside our sources: exactly the production packages of the lockfile, and a list that says so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { podman, root } from './engine.ts'

const SBOM = '/usr/share/doc/task-service/sbom.cdx.json'

type Lock = {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean; optional?: boolean }>
}
type Bom = { components: { name: string; version: string }[] }

/** Empty when the image holds what it should and nothing else. */
export async function findContentFaults(
  image: string,
): Promise<{ packages: number; faults: string[] }> {
  const listing = await podman('run', '--rm', '--entrypoint=node', image, '-e', LIST)
  const found = JSON.parse(listing) as { packages: string[]; strays: string[] } // LIST below
  const there = new Set(found.packages.filter((name) => !name.startsWith('@task-service/')))
  const wanted = lockedPackages()
  const bom = JSON.parse(await podman('run', '--rm', '--entrypoint=cat', image, SBOM)) as Bom // as npm writes it
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
const ours = globSync('{contract,server}/**/*.test.ts').concat(globSync('{,contract/,server/}.*'))
const tools = ['/usr/local/bin/npm', '/usr/local/lib/node_modules'].filter((path) => existsSync(path))
console.log(JSON.stringify({
  packages: packages.filter(({ version }) => version).map(({ name, version }) => name + '@' + version),
  strays: [...ours, ...tools],
}))`

function lockedPackages(): Set<string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock // npm's format
  const wanted = Object.entries(lock.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !entry.dev && !entry.link,
  )
  return new Set(
    wanted.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  )
}
