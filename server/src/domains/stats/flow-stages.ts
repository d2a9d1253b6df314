// The nodes of the five stages, the streams between them, and what became of completed tasks, from rows that were counted.
import type { FlowStream, FlowWritingNode, TaskFlow } from '@task-service/contract'
import { joinStreams, type NodeName, type Nodes, pickNodes } from './flow-nodes.ts'
import type { ClaimedRow, FinishedRow, QueuedRow } from './store/task-flow.ts'

export type Named = ReadonlyMap<string, string>

type Moved = {
  queued: readonly QueuedRow[]
  claimed: readonly ClaimedRow[]
  finished: readonly FinishedRow[]
}

export type Leveled = {
  queues: readonly { name: string; count: number }[]
  workers: readonly { delegate: string | null; count: number }[]
}

export function sum<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((all, row) => all + value(row), 0)
}

const noOrigin: NodeName = { kind: 'no_origin', id: '', name: '' }

function sourceNode(
  { origin, source }: Pick<QueuedRow, 'origin' | 'source'>,
  names: Named,
): NodeName {
  if (origin !== null) return { kind: 'integration', id: origin, name: names.get(origin) ?? '' }
  return source === null
    ? { kind: 'api', id: '', name: '' }
    : { kind: 'source', id: source, name: source }
}

const originNode = (origin: string | null, names: Named): NodeName =>
  origin === null ? noOrigin : { kind: 'integration', id: origin, name: names.get(origin) ?? '' }

const queueNode = (name: string): NodeName => ({ kind: 'queue', id: name, name })

const workerNode = (delegate: string | null): NodeName =>
  delegate === null
    ? { kind: 'people', id: '', name: '' }
    : { kind: 'agent', id: delegate, name: delegate }

type Ends = { sources: Nodes; queues: Nodes; workers: Nodes; origins: Nodes; names: Named }

const moving = (node: NodeName, weight: number) => ({ ...node, count: 0, weight })
const level = (node: NodeName, count: number) => ({ ...node, count, weight: count })

export function pickStages(parts: Moved & { levels: Leveled; names: Named }): Ends {
  const { queued, claimed, finished, levels, names } = parts
  return {
    names,
    sources: pickNodes(queued.map((row) => level(sourceNode(row, names), row.count))),
    queues: pickNodes([
      ...levels.queues.map(({ name, count }) => level(queueNode(name), count)),
      ...queued.map(({ queue, count }) => moving(queueNode(queue), count)),
      ...claimed.map(({ queue, count }) => moving(queueNode(queue), count)),
    ]),
    workers: pickNodes([
      ...levels.workers.map(({ delegate, count }) => level(workerNode(delegate), count)),
      ...claimed.map(({ delegate, count }) => moving(workerNode(delegate), count)),
      ...finished.map(({ delegate, count }) => moving(workerNode(delegate), count)),
    ]),
    origins: pickNodes(
      finished.map(({ origin, count }) => level(originNode(origin, names), count)),
      noOrigin,
    ),
  }
}

/** The last two stages: every completed task is confirmed, waits for it, or has no external system to confirm it. */
export function closing(
  finished: readonly FinishedRow[],
  { nodes, placeOf }: Nodes,
  held: ReadonlySet<string>,
  isCut: boolean,
): { writing_back: Omit<TaskFlow['writing_back'], 'older'>; confirmed: TaskFlow['confirmed'] } {
  const writing: FlowWritingNode[] = nodes.map((node) => ({
    ...node,
    count: 0,
    rejected: 0,
    held: 0,
  }))
  const confirmed = nodes.map((node) => ({ ...node, count: 0 }))
  for (const { origin, state, count } of finished) {
    const place = placeOf(originNode(origin, new Map()))
    const [waits, is] = [writing[place], confirmed[place]]
    if (!waits || !is) throw new Error('a stream leads to no node')
    if (state === 'confirmed') is.count += count
    else waits.count += count
    if (state === 'rejected') waits.rejected += count
    if (state === 'pending' && origin !== null && held.has(origin)) waits.held += count
  }
  const without = sum(finished, ({ origin, count }) => (origin === null ? count : 0))
  return {
    writing_back: {
      count: sum(writing, ({ count }) => count),
      rejected: sum(writing, ({ rejected }) => rejected),
      held: sum(writing, (node) => node.held),
      nodes: writing,
    },
    confirmed: {
      count: sum(confirmed, ({ count }) => count) - without,
      without_origin: without,
      completed: { count: sum(finished, ({ count }) => count), is_at_least: isCut },
      nodes: confirmed,
    },
  }
}

const stream = (
  from: number,
  to: number,
  { count, recent }: Pick<FlowStream, 'count' | 'recent'>,
): FlowStream => ({ from, to, count, recent })

export function streamsOf(
  { queued, claimed, finished }: Moved,
  { sources, queues, workers, origins, names }: Ends,
): TaskFlow['streams'] {
  const source = (row: QueuedRow) => sources.placeOf(sourceNode(row, names))
  const queue = (row: QueuedRow | ClaimedRow) => queues.placeOf(queueNode(row.queue))
  const worker = (row: ClaimedRow | FinishedRow) => workers.placeOf(workerNode(row.delegate))
  const origin = (row: FinishedRow) => origins.placeOf(originNode(row.origin, names))
  const confirmed = finished.filter(({ state }) => state === 'confirmed')
  return {
    queued: joinStreams(queued.map((row) => stream(source(row), queue(row), row))),
    claimed: joinStreams(claimed.map((row) => stream(queue(row), worker(row), row))),
    completed: joinStreams(finished.map((row) => stream(worker(row), origin(row), row))),
    confirmed: joinStreams(
      confirmed.map((row) => {
        const recent = row.origin === null ? row.recent : row.recent_confirmed
        return stream(origin(row), origin(row), { count: row.count, recent })
      }),
    ),
  }
}
