// The few nodes of a stage out of the many that it may have, and the streams between two stages.
import { FLOW_NODES_MAX, type FlowNode, type FlowStream } from '@task-service/contract'

export type NodeName = Pick<FlowNode, 'kind' | 'id' | 'name'>
/** `weight` decides which nodes are shown; `count` is what the stage counts. */
export type Weighted = NodeName & { count: number; weight: number }

export type Nodes = {
  nodes: FlowNode[]
  /** The position of a node, or of the sum that it is part of. */
  placeOf: (name: NodeName) => number
}

const keyOf = ({ kind, id }: NodeName) => `${kind} ${id}`

const bySize = (a: Weighted, b: Weighted) =>
  b.weight - a.weight || b.count - a.count || (a.name < b.name ? -1 : 1)

/** One entry per node, however often it occurs. */
function sumUp(parts: readonly Weighted[]): Weighted[] {
  const sums = new Map<string, Weighted>()
  for (const part of parts) {
    const known = sums.get(keyOf(part))
    if (known) {
      known.count += part.count
      known.weight += part.weight
    } else sums.set(keyOf(part), { ...part })
  }
  return [...sums.values()]
}

/** `pinned` stands last and always has a place. */
export function pickNodes(parts: readonly Weighted[], pinned?: NodeName): Nodes {
  const isPinned = (one: NodeName) => pinned !== undefined && keyOf(one) === keyOf(pinned)
  const all = sumUp(parts)
  const free = all.filter((one) => !isPinned(one)).toSorted(bySize)
  const last = all.filter(isPinned)
  const room = FLOW_NODES_MAX - last.length
  const shown = free.length > room ? free.slice(0, room - 1) : free
  const rest = free.slice(shown.length)
  const nodes: FlowNode[] = [...shown, ...sumOf(rest), ...last].map(
    ({ kind, id, name, count }) => ({
      kind,
      id,
      name,
      count,
    }),
  )
  const places = new Map(nodes.map((node, place) => [keyOf(node), place]))
  for (const one of rest) places.set(keyOf(one), shown.length)
  return { nodes, placeOf: (name) => places.get(keyOf(name)) ?? 0 }
}

function sumOf(rest: readonly Weighted[]): Weighted[] {
  if (rest.length === 0) return []
  const sum = (value: (one: Weighted) => number) => rest.reduce((all, one) => all + value(one), 0)
  return [
    {
      kind: 'more',
      id: '',
      name: String(rest.length),
      count: sum(({ count }) => count),
      weight: sum(({ weight }) => weight),
    },
  ]
}

/** One stream between two nodes, in their order. */
export function joinStreams(parts: readonly FlowStream[]): FlowStream[] {
  const streams = new Map<string, FlowStream>()
  for (const part of parts) {
    const key = `${part.from} ${part.to}`
    const known = streams.get(key)
    if (known) {
      known.count += part.count
      known.recent += part.recent
    } else streams.set(key, { ...part })
  }
  return [...streams.values()]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
}
