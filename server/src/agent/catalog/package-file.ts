// Finds the entry point of a package from its package.json.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type PackageFile = {
  version?: string
  main?: string
  exports?: unknown
  dependencies?: Record<string, string>
}

export const readPackage = (path: string): PackageFile =>
  JSON.parse(readFileSync(path, 'utf8')) as PackageFile // every field is optional and checked

/** The file that an import of the package in this folder loads. */
export function entryOf(folder: string, { exports, main = 'index.js' }: PackageFile): string {
  const found = findExport(exports)
  if (found !== undefined) return join(folder, found)
  // `main` may be a folder, or lack its ending.
  const names = [main, `${main}.js`, join(main, 'index.js')].map((name) => join(folder, name))
  return names.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile()) ?? names[0] ?? ''
}

/** The export conditions that Node.js uses for imports. */
function findExport(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (typeof exports !== 'object' || exports === null) return undefined
  const found = Object.entries(exports).find(([name]) =>
    ['.', 'node', 'import', 'module-sync', 'default'].includes(name),
  )
  return found && findExport(found[1])
}
