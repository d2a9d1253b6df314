// The flow of tasks from their sources to the confirmation: figures of the stages, what is in each, and what moved between them.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { BoundedCount, OverviewRange } from './overview.ts'

/** Most nodes of a stage; what is beyond them is summed up. */
export const FLOW_NODES_MAX = 5

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const FLOW_NODE_KINDS = [
  'integration',
  'source',
  'api',
  'queue',
  'people',
  'agent',
  'no_origin',
  'more',
] as const

export const FlowNode = Closed({
  kind: Choice(FLOW_NODE_KINDS, {
    description:
      '`integration`: tasks of an integration. `source`: other tasks with a `source`. `api`: without one. `people`: tasks without a `delegate`. `no_origin`: no external system has to confirm them. `more`: the sum of all other nodes of the stage.',
  }),
  id: Type.String({
    description:
      'ID of the integration, name of the source, queue or agent; empty for kinds of which a stage has one node',
  }),
  name: Type.String({ description: 'Display name; for `more`, the number of nodes' }),
  count: Count('Tasks of the node, counted as the stage'),
})
export type FlowNode = Static<typeof FlowNode>

const WritingNode = Closed({
  ...FlowNode.properties,
  rejected: Count('Of these, tasks whose last write-back failed or has a conflict'),
  held: Count(
    'Of these, tasks that cannot be sent because the integration is paused, stopped or its connector is offline',
  ),
})
export type FlowWritingNode = Static<typeof WritingNode>

const place = (end: string) =>
  Type.Integer({ minimum: 0, description: `Position of the ${end} in the nodes of its stage` })

export const FlowStream = Closed({
  from: place('start'),
  to: place('end'),
  count: Count('Tasks that moved in the range'),
  recent: Count('Of these, in the last 60 seconds'),
})
export type FlowStream = Static<typeof FlowStream>

const streams = (description: string) => Type.Array(FlowStream, { description })
const nodes = Type.Array(FlowNode, { description: `At most ${FLOW_NODES_MAX}, largest first` })

export const TaskFlow = Closed(
  {
    as_of: Timestamp('When the numbers were computed; at most a minute ago'),
    range: OverviewRange,
    time_zone: Type.String({
      description: 'Time zone of the tenant settings, in which hours and days start',
    }),
    since: Timestamp('Start of the range'),
    sources: Closed(
      { count: BoundedCount, nodes },
      { description: 'Tasks created in the range that were not deleted since' },
    ),
    queues: Closed({ now: BoundedCount, nodes }, { description: 'Tasks that are `ready`' }),
    working: Closed(
      {
        now: BoundedCount,
        people: Count('Of these, tasks without a `delegate`'),
        agents: Count('Of these, tasks with a `delegate`'),
        nodes,
      },
      { description: 'Tasks that are `in_progress`' },
    ),
    writing_back: Closed(
      {
        count: Count('Tasks that their external system has not confirmed yet'),
        older: Count(
          'Tasks that were completed before the range and are not confirmed either; at most 10,000 are counted',
        ),
        rejected: Count('Of these, tasks whose last write-back failed or has a conflict'),
        held: Count(
          'Of these, tasks that cannot be sent because the integration is paused, stopped or its connector is offline',
        ),
        nodes: Type.Array(WritingNode, {
          description: `At most ${FLOW_NODES_MAX}: the external systems, and \`no_origin\`, which has nothing to confirm`,
        }),
      },
      { description: 'Tasks completed in the range that wait for the confirmation' },
    ),
    confirmed: Closed(
      {
        count: Count('Tasks that their external system confirmed'),
        without_origin: Count('Tasks that no external system has to confirm'),
        completed: Closed(BoundedCount.properties, {
          description:
            'Tasks completed in the range that are still completed: `count`, `without_origin` and `writing_back.count` together',
        }),
        nodes: Type.Array(FlowNode, {
          description: 'The nodes of `writing_back` in the same order',
        }),
      },
      { description: 'Tasks completed in the range that are confirmed' },
    ),
    streams: Closed({
      queued: streams('From sources to queues: tasks created in the range'),
      claimed: streams('From queues to workers: tasks claimed by an agent or started in the range'),
      completed: streams('From workers to write-backs: tasks completed in the range'),
      confirmed: streams('From write-backs to confirmed: tasks completed in the range'),
    }),
    rates: Closed(
      {
        hour_start: Timestamp('Start of the last full hour'),
        created: Count('Tasks created in that hour'),
        claimed: Count('Tasks claimed by an agent or started in that hour'),
        completed: Count('Tasks completed in that hour'),
        confirmed: Count('Tasks completed in the range and confirmed in that hour'),
      },
      { description: 'The last full hour' },
    ),
    counted_since: Nullable(
      Timestamp(
        'Only tasks that were created, claimed or completed since then are counted, because there are too many; null if all are counted',
      ),
    ),
  },
  { description: 'The flow of tasks through a tenant' },
)
export type TaskFlow = Static<typeof TaskFlow>
