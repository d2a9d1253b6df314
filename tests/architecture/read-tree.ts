// Reads a directory into plain data (files and package.json facts), so that the rules never touch
// the file system and a planted tree is checked exactly like the real one.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readSource, type Source } from './read-source.ts'

export type PackageFacts = {
  readonly dir: string
  readonly name: string
  readonly dependencies: ReadonlySet<string>
  readonly devDependencies: ReadonlySet<string>
  readonly imports: ReadonlyMap<string, string>
  readonly scriptCount: number
}

export type Tree = {
  /** Every file, code or not, as paths from the root with forward slashes. */
  readonly paths: ReadonlySet<string>
  readonly sources: readonly Source[]
  readonly packages: ReadonlyMap<string, PackageFacts>
  readonly packagesByName: ReadonlyMap<string, PackageFacts>
}

const skippedFolders = new Set(['node_modules', 'dist', 'coverage'])
const codeFile = /\.[cm]?[jt]sx?$/

export function readTree(root: string): Tree {
  const paths = listPaths(root, '')
  const packages = new Map<string, PackageFacts>()
  for (const path of paths) {
    if (basename(path) === 'package.json') packages.set(dirname(path), readPackage(root, path))
  }
  return {
    paths: new Set(paths),
    sources: paths
      .filter((path) => codeFile.test(path))
      .map((path) => readSource(path, readFileSync(join(root, path), 'utf8'))),
    packages,
    packagesByName: new Map([...packages.values()].map((facts) => [facts.name, facts])),
  }
}

export const isTestFile = (path: string): boolean => /\.(test|e2e)\.[cm]?[jt]sx?$/.test(path)

/** The package a file belongs to; the root package is `.`. */
export function packageOf(tree: Tree, path: string): PackageFacts | undefined {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const facts = tree.packages.get(dir)
    if (facts !== undefined || dir === '.') return facts
  }
}

function listPaths(root: string, dir: string): string[] {
  const entries = readdirSync(join(root, dir), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = dir === '' ? entry.name : `${dir}/${entry.name}`
    if (entry.isFile()) return [path]
    const skipped = skippedFolders.has(entry.name) || entry.name.startsWith('.')
    return entry.isDirectory() && !skipped ? listPaths(root, path) : []
  })
}

function readPackage(root: string, path: string): PackageFacts {
  const json = asRecord(JSON.parse(readFileSync(join(root, path), 'utf8')))
  const keys = (field: string): string[] => Object.keys(asRecord(json[field]))
  return {
    dir: dirname(path),
    name: typeof json['name'] === 'string' ? json['name'] : dirname(path),
    dependencies: new Set(
      ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((field) => keys(field)),
    ),
    devDependencies: new Set(keys('devDependencies')),
    imports: new Map(
      Object.entries(asRecord(json['imports'])).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
    scriptCount: keys('scripts').length,
  }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
