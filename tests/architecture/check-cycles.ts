// No file imports itself, directly or through others. Imports of types count: files of a cycle can only be read, moved and
// tested together.
import type { Source } from './read-source.ts'
import type { Tree } from './read-tree.ts'
import { resolveImport } from './resolve-import.ts'
import type { Violation } from './rule-types.ts'

type Edge = { readonly to: string; readonly line: number }
type Graph = ReadonlyMap<string, readonly Edge[]>

export function checkCycles(tree: Tree): Violation[] {
  const graph = new Map(tree.sources.map((source) => [source.path, edgesOf(tree, source)]))
  const finished = new Set<string>()
  return [...graph.keys()].toSorted().flatMap((path) => walk(graph, path, [], finished))
}

/** Packages are left out: the rows of the modules let none of them form a cycle. */
function edgesOf(tree: Tree, { path, imports }: Source): Edge[] {
  return imports.flatMap(({ specifier, line }) => {
    const target = specifier === null ? undefined : resolveImport(tree, path, specifier)
    return target?.kind === 'file' ? [{ to: target.path, line }] : []
  })
}

/** One violation for each import that leads back to a file of the trail. */
function walk(
  graph: Graph,
  path: string,
  trail: readonly string[],
  finished: Set<string>,
): Violation[] {
  const here = [...trail, path]
  const found = (graph.get(path) ?? []).flatMap(({ to, line }) => {
    if (here.includes(to)) return [cycleOf(path, line, [...here.slice(here.indexOf(to)), to])]
    return finished.has(to) ? [] : walk(graph, to, here, finished)
  })
  finished.add(path)
  return found
}

function cycleOf(file: string, line: number, cycle: readonly string[]): Violation {
  const message = `${cycle.join(' → ')} is an import cycle. Move what both sides need into a file of its own, or take it as a parameter.`
  return { rule: 'import-cycle', file, line, message }
}
