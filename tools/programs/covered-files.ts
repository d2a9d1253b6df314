// Which files a proof or benchmark covers: those it declares, and those its code imports or starts.
import { readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { readTree, type Tree } from '../../tests/architecture/read-tree.ts'
import { resolveImport } from '../../tests/architecture/resolve-import.ts'
import type { Program } from './programs.ts'

const root = join(import.meta.dirname, '../..')
/** Imports are followed inside these. Product code imported by a harness does not count for a program. */
const verification = /^(proofs|bench|tests|tools)\//
const programCode = /^(proofs|bench)\//
/** Programs, scripts and settings that are started or read by path. */
const namedFile = /['"`]([\w./-]+\.(?:ts|py|lua|toml|sh))['"`]/g

export type Coverage = { covers(program: Program, path: string): boolean }

export function readCoverage(): Coverage {
  const tree = readTree(root)
  const edges = new Map(tree.sources.map(({ path }) => [path, edgesOf(tree, path)]))
  const closures = new Map<string, Set<string>>()
  const closureOf = (program: Program): Set<string> => {
    const known = closures.get(program.file) ?? follow(edges, relative(root, program.file))
    closures.set(program.file, known)
    return known
  }
  return {
    covers: (program, path) =>
      program.proof.covers.some((place) => path === place || path.startsWith(`${place}/`)) ||
      closureOf(program).has(path),
  }
}

function follow(edges: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set([start])
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const target of edges.get(path) ?? []) {
      const isFollowed = verification.test(target)
      if (seen.has(target) || !(isFollowed || programCode.test(path))) continue
      seen.add(target)
      if (isFollowed) open.push(target)
    }
  }
  return seen
}

function edgesOf(tree: Tree, path: string): string[] {
  if (!verification.test(path)) return []
  const source = tree.sources.find((one) => one.path === path)
  const imported = (source?.imports ?? []).flatMap(({ specifier }) => {
    const target = specifier === null ? undefined : resolveImport(tree, path, specifier)
    return target?.kind === 'file' ? [target.path] : []
  })
  const text = readFileSync(join(root, path), 'utf8')
  const named = [...text.matchAll(namedFile)].map(([, name = '']) =>
    posix.join(posix.dirname(path), name),
  )
  return [...new Set([...imported, ...named])].filter((target) => tree.paths.has(target))
}
