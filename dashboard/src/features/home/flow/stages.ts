// The flow as it is drawn: five stages with their nodes and where each leads, and the streams between them.
import type { FlowNode, FlowWritingNode, OverviewRange, TaskFlow } from '@task-service/contract'
import type { GapStream } from './layout.ts'

export const STAGE_NAMES = ['sources', 'queues', 'working', 'writing_back', 'confirmed'] as const
export type StageName = (typeof STAGE_NAMES)[number]

export type NodeTone = 'plain' | 'late' | 'rejected' | 'held' | 'empty'

export type Target = { to: '/tasks'; search: Record<string, string> }

export type StageNode = FlowNode & {
  tone: NodeTone
  rejected: number
  held: number
  /** Undefined where there is no list of these tasks alone. */
  target: Target | undefined
}

export type Stage = { name: StageName; target: Target; nodes: StageNode[] }

const tasks = (search: Record<string, string>): Target => ({ to: '/tasks', search })

/** A stage opens its list. */
export const stageTarget = (name: StageName, range: OverviewRange): Target =>
  tasks(
    {
      sources: { status: 'all', created: range },
      queues: { status: 'ready' },
      working: { status: 'in_progress' },
      writing_back: { status: 'completed', confirmation: 'pending' },
      confirmed: { status: 'completed', confirmation: 'confirmed' },
    }[name],
  )

/** A node adds a filter to that list. */
function filterOf({ kind, id }: FlowNode): Record<string, string> | undefined {
  switch (kind) {
    case 'integration':
      return { integration: id }
    case 'source':
      return { source: id }
    case 'queue':
      return { queue: id }
    case 'agent':
      return { delegate: id }
    case 'people':
      return { delegate: '@none' }
    case 'api':
      return { integration: '@none', source: '@none' }
    case 'no_origin':
      return { integration: '@none' }
    case 'more':
      return undefined
  }
}

export function nodeTarget(
  node: FlowNode,
  stage: StageName,
  range: OverviewRange,
): Target | undefined {
  const filter = filterOf(node)
  if (!filter) return undefined
  // Without an integration nothing is to be confirmed.
  const list =
    node.kind === 'no_origin' ? { status: 'completed' } : stageTarget(stage, range).search
  return tasks({ ...list, ...filter })
}

const toneOf = ({ count, rejected, held }: FlowWritingNode): NodeTone => {
  if (rejected > 0) return 'rejected'
  if (held > 0) return 'held'
  return count === 0 ? 'empty' : 'plain'
}

export function stagesOf(flow: TaskFlow, lateQueues: ReadonlySet<string>): Stage[] {
  const { range } = flow
  const stage = (
    name: StageName,
    nodes: readonly FlowNode[],
    more: (node: FlowNode, place: number) => Pick<StageNode, 'tone' | 'rejected' | 'held'>,
  ): Stage => ({
    name,
    target: stageTarget(name, range),
    nodes: nodes.map((node, place) => ({
      ...node,
      ...more(node, place),
      target: nodeTarget(node, name, range),
    })),
  })
  const quiet = { rejected: 0, held: 0 }
  const plain = ({ count }: FlowNode) =>
    ({ ...quiet, tone: count === 0 ? 'empty' : 'plain' }) as const
  return [
    stage('sources', flow.sources.nodes, plain),
    stage('queues', flow.queues.nodes, (node) =>
      lateQueues.has(node.id) ? { ...quiet, tone: 'late' } : plain(node),
    ),
    stage('working', flow.working.nodes, plain),
    stage('writing_back', flow.writing_back.nodes, (_, place) => {
      const node = flow.writing_back.nodes[place] as FlowWritingNode // the same nodes
      return { tone: toneOf(node), rejected: node.rejected, held: node.held }
    }),
    stage('confirmed', flow.confirmed.nodes, plain),
  ]
}

export function gapStreamsOf({ streams }: TaskFlow): GapStream[] {
  const { queued, claimed, completed, confirmed } = streams
  return [queued, claimed, completed, confirmed].flatMap((all, gap) =>
    all.map((one) => ({ ...one, gap })),
  )
}

/** A write-back that does not move on is drawn where its stream would be. */
export type Blockage = { place: number; tone: 'rejected' | 'held'; count: number }

export function blockagesOf({ writing_back: { nodes } }: TaskFlow): Blockage[] {
  return nodes.flatMap(({ rejected, held }, place): Blockage[] => {
    if (rejected > 0) return [{ place, tone: 'rejected', count: rejected }]
    return held > 0 ? [{ place, tone: 'held', count: held }] : []
  })
}

/** What is pointed at: a stage, a node or a stream. */
export type Focus =
  | { kind: 'stage'; stage: number }
  | { kind: 'node'; stage: number; place: number }
  | { kind: 'stream'; gap: number; from: number; to: number }

export function isStreamOf(
  { gap, from, to }: Pick<GapStream, 'gap' | 'from' | 'to'>,
  focus: Focus,
): boolean {
  switch (focus.kind) {
    case 'stage':
      return gap === focus.stage || gap + 1 === focus.stage
    case 'node':
      return (
        (gap === focus.stage && from === focus.place) ||
        (gap + 1 === focus.stage && to === focus.place)
      )
    case 'stream':
      return gap === focus.gap && from === focus.from && to === focus.to
  }
}
