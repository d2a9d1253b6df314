// The rules about the table itself: every permission names a module that has a row, and neither the
// modules nor the domains nor the subfolders of a domain nor the features of the dashboard form a cycle.
import { withoutTypes } from './find-module.ts'
import type { ModuleRow, Rules, Violation } from './rule-types.ts'

const table = { file: 'tests/architecture.rules.ts', line: 1 }

type Edge = { readonly from: string; readonly to: string }

export function checkTable(rules: Rules): Violation[] {
  const violations: Violation[] = []
  const moduleEdges: Edge[] = []
  for (const row of rules.modules) {
    for (const permission of row.mayImport) {
      const to = moduleNamed(rules, withoutTypes(permission))
      if (to !== undefined) moduleEdges.push({ from: row.module, to: to.module })
      else violations.push(unknownModule(row, permission))
    }
  }
  for (const [what, edges] of [
    ['modules', moduleEdges],
    ['domains', rules.domainEdges],
    ['subfolders', rules.sliceEdges],
    ['features', rules.modules.flatMap((row) => row.siblings ?? [])],
  ] as const) {
    const cycle = findCycle(edges)
    if (cycle !== undefined) violations.push(cycleOf(what, cycle))
  }
  return violations
}

/** The nodes of a cycle in walking order, or nothing when the graph is acyclic. */
export function findCycle(edges: readonly Edge[]): string[] | undefined {
  const finished = new Set<string>()
  const walk = (node: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node]
    if (finished.has(node)) return undefined
    for (const { to } of edges.filter((edge) => edge.from === node)) {
      const cycle = walk(to, [...trail, node])
      if (cycle !== undefined) return cycle
    }
    finished.add(node)
    return undefined
  }
  for (const { from } of edges) {
    const cycle = walk(from, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

const moduleNamed = (rules: Rules, permission: string): ModuleRow | undefined =>
  rules.modules.find(({ module }) => permission === module || permission.startsWith(`${module}/`))

function unknownModule(row: ModuleRow, permission: string): Violation {
  const message = `the row of ${row.module} allows '${permission}', which no row describes. Correct the name or add the row.`
  return { rule: 'unknown-module', ...table, message }
}

function cycleOf(what: string, cycle: readonly string[]): Violation {
  const message = `the ${what} form a cycle: ${cycle.join(' → ')}. Remove one edge; let that side emit an event or take a function as a parameter.`
  return { rule: 'cycle', ...table, message }
}
