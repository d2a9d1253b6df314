// The packages that a workspace brings into production, from the lock file, found as Node.js resolves them.
type Entry = {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockFile = { readonly packages: Readonly<Record<string, Entry>> }

export function productionTree({ packages }: LockFile, workspaces: readonly string[]): string[] {
  const found = new Set<string>()
  const open = [...workspaces]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const resolved = resolve(packages, path, name)
      if (resolved === undefined || found.has(resolved)) continue
      found.add(resolved)
      open.push(resolved)
    }
  }
  return [...found].filter((path) => path.includes('node_modules/')).toSorted()
}

function resolve(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = parentOf(folder)) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    const entry = packages[path]
    if (entry) return entry.link ? entry.resolved : path
  }
  return undefined
}

function parentOf(folder: string): string | undefined {
  if (folder === '') return undefined
  const end = folder.lastIndexOf('/')
  return end < 0 ? '' : folder.slice(0, end)
}
