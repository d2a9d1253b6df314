// The part of the lock file that a published package needs, for projects that have nothing else: the same versions and digests
// as in this repository, so that npm takes them from its cache.

export type LockEntry = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  peer?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = { packages: Readonly<Record<string, LockEntry>> }

/** Paths below `prefix`, such as `node_modules/pg`. What a workspace has for itself goes below the package. */
export function lockSubset(
  { packages }: Lock,
  workspace: string,
  dependencies: readonly string[],
  owner: string,
): Record<string, LockEntry> {
  const found: Record<string, LockEntry> = {}
  const open = dependencies.map((name) => ({ from: workspace, name, isRequired: true }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const path = resolvePath(packages, next.from, next.name)
    if (path === undefined) {
      if (next.isRequired) throw new Error(`package-lock.json has no ${next.name}`)
      continue
    }
    const place = path.startsWith(`${workspace}/`)
      ? `${owner}${path.slice(workspace.length)}`
      : path
    if (found[place] !== undefined) continue
    const entry = packages[path] ?? {}
    // What this repository needs for its own development only, a package may need to run.
    const { dev: _, devOptional: __, peer: ___, ...facts } = entry
    found[place] = { ...facts, resolved: entry.resolved ?? urlOf(path, entry.version ?? '') }
    const { dependencies: needed = {}, optionalDependencies: wished = {} } = entry
    open.push(
      ...peersOf(entry).map((name) => ({ from: path, name, isRequired: true })),
      ...Object.keys(needed).map((name) => ({ from: path, name, isRequired: true })),
      ...Object.keys(wished).map((name) => ({ from: path, name, isRequired: false })),
    )
  }
  return found
}

/** npm installs them, too. */
function peersOf({ peerDependencies = {}, peerDependenciesMeta = {} }: LockEntry): string[] {
  return Object.keys(peerDependencies).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  )
}

/** As Node.js resolves it: in the folder itself, then in those above. */
function resolvePath(packages: Lock['packages'], from: string, name: string): string | undefined {
  const parts = from.split('/')
  for (let count = parts.length; count >= 0; count--) {
    const folder = parts.slice(0, count).join('/')
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
  }
  return undefined
}

/** The lock file leaves out URLs of the registry; without one, npm asks the registry for the list of versions. */
function urlOf(path: string, version: string): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}
