// Edges that the tables declare and no file uses: each would permit an import that no one decided on.
import { findModule, isProduct, sliceName } from './find-module.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import { resolveImport } from './resolve-import.ts'
import type { DomainEdge, Rules, Violation } from './rule-types.ts'

const tables = 'tests/architecture/tables'

export function checkUnusedEdges(tree: Tree, rules: Rules): Violation[] {
  const used = findUsedEdges(tree, rules)
  const unused = (table: string, edges: readonly DomainEdge[]): Violation[] =>
    edges
      .filter(({ from, to }) => !used.has(`${from} → ${to}`))
      .map(({ from, to }) => ({
        rule: 'unused-edge',
        file: `${tables}/${table}`,
        line: 1,
        message: `no file of ${from} imports ${to}. Remove the edge.`,
      }))
  return [
    ...unused('domain-edges.ts', rules.domainEdges),
    ...unused('slice-edges.ts', rules.sliceEdges),
  ]
}

/** Between domains, and between the subfolders of one. */
function findUsedEdges(tree: Tree, rules: Rules): Set<string> {
  const used = new Set<string>()
  for (const { path, imports } of tree.sources) {
    const place = findModule(rules, path)
    const isFree = place === undefined || !isProduct(place) || isTestFile(path)
    if (isFree || place.row.entry === undefined) continue
    for (const { specifier } of imports) {
      const target = specifier === null ? undefined : resolveImport(tree, path, specifier)
      const other = target?.kind === 'file' ? findModule(rules, target.path) : undefined
      if (other?.module !== place.module) continue
      const names = [place, other].map(other.name === place.name ? sliceName : ({ name }) => name)
      used.add(names.map((name) => name.slice(place.module.length + 1)).join(' → '))
    }
  }
  return used
}
