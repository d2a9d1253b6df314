// The rules about the table itself: every permission names a folder that has a row, and neither the
// folders nor the domains nor the subfolders of a domain form a cycle.
import { withoutTypes } from './find-room.ts'
import type { RoomRow, Rules, Violation } from './rule-types.ts'

const table = { file: 'tests/architecture.rules.ts', line: 1 }

type Edge = { readonly from: string; readonly to: string }

export function checkTable(rules: Rules): Violation[] {
  const violations: Violation[] = []
  const roomEdges: Edge[] = []
  for (const row of rules.rooms) {
    for (const permission of row.mayImport) {
      const to = roomNamed(rules, withoutTypes(permission))
      if (to !== undefined) roomEdges.push({ from: row.room, to: to.room })
      else violations.push(unknownRoom(row, permission))
    }
  }
  for (const [what, edges] of [
    ['rooms', roomEdges],
    ['domains', rules.domainEdges],
    ['subfolders', rules.sliceEdges],
  ] as const) {
    const circle = findCircle(edges)
    if (circle !== undefined) violations.push(circleOf(what, circle))
  }
  return violations
}

/** The nodes of a circle in walking order, or nothing when the graph is acyclic. */
export function findCircle(edges: readonly Edge[]): string[] | undefined {
  const finished = new Set<string>()
  const walk = (node: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node]
    if (finished.has(node)) return undefined
    for (const { to } of edges.filter((edge) => edge.from === node)) {
      const circle = walk(to, [...trail, node])
      if (circle !== undefined) return circle
    }
    finished.add(node)
    return undefined
  }
  for (const { from } of edges) {
    const circle = walk(from, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

const roomNamed = (rules: Rules, permission: string): RoomRow | undefined =>
  rules.rooms.find(({ room }) => permission === room || permission.startsWith(`${room}/`))

function unknownRoom(row: RoomRow, permission: string): Violation {
  const message = `the row of ${row.room} allows '${permission}', which no row describes. Correct the name or add the row.`
  return { rule: 'unknown-room', ...table, message }
}

function circleOf(what: string, circle: readonly string[]): Violation {
  const message = `the ${what} form a circle: ${circle.join(' → ')}. Remove one edge; let that side emit an event or take a function as a parameter.`
  return { rule: 'cycle', ...table, message }
}
