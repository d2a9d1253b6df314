// Queues: their settings, and how much work waits in them.
import { type Static, Type } from 'typebox'
import { Closed, Nullable, Text, Timestamp } from '../schema.ts'
import { Queue as QueueName } from '../tasks/tasks.ts'

export const QUEUE_DEFAULTS = {
  description: '',
  aging_seconds: 1_200,
  target_seconds: null,
} as const

const settings = {
  description: Text({ maxLength: 500, description: 'What the queue is for' }),
  aging_seconds: Type.Integer({
    minimum: 1,
    maximum: 2_592_000,
    description:
      'How long a task can be overtaken by tasks of the next higher priority: a normal task that is this much older than a high one is claimed first',
  }),
  target_seconds: Nullable(Type.Integer({ minimum: 1, maximum: 2_592_000 }), {
    description: 'How long a task should be ready at most; shown in the dashboard, not enforced',
  }),
}

const Bucket = Closed({
  start: Timestamp('Start of the hour'),
  claimed: Type.Integer({ minimum: 0 }),
  completed: Type.Integer({ minimum: 0 }),
  expired: Type.Integer({ minimum: 0, description: 'Leases that ended without a heartbeat' }),
})

const Seconds = Nullable(Type.Number({ minimum: 0, description: 'In seconds' }))

export const QueueState = Closed(
  {
    name: QueueName,
    ...settings,
    ready: Type.Integer({
      minimum: 0,
      description: 'Tasks that can be claimed; at most 10,001 are counted, those claimed first',
    }),
    scheduled: Type.Integer({
      minimum: 0,
      description:
        'Ready tasks whose `not_before` has not come, or that are blocked; at most 10,001 are counted',
    }),
    oldest_ready_at: Nullable(
      Timestamp('Since when the oldest of the counted ready tasks can be claimed'),
    ),
    working_runs: Type.Integer({ minimum: 0 }),
    parked_runs: Type.Integer({ minimum: 0, description: 'Runs with an open question' }),
    agents: Type.Integer({ minimum: 0, description: 'Agents that can claim from it' }),
    version: Type.Integer({ minimum: 0, description: '0 while it has the default settings' }),
  },
  { description: 'A queue' },
)
export type QueueState = Static<typeof QueueState>

export const QueueList = Closed(
  { data: Type.Array(QueueState) },
  {
    description:
      'All queues with settings, tasks that can be claimed, or runs, by name; at most 200',
  },
)
export type QueueList = Static<typeof QueueList>

export const QueueHistory = Closed(
  {
    hours: Type.Array(Bucket, { description: 'The last 24 full hours, oldest first' }),
    claim_latency: Closed(
      {
        median: Seconds,
        p95: Seconds,
        count: Type.Integer({
          minimum: 0,
          description: 'Claims that the percentiles are computed from',
        }),
      },
      { description: 'Time from ready to claimed' },
    ),
    is_complete: Type.Boolean({
      description:
        'false if the tenant started more than 50,000 runs in this time: then only the newest 50,000 are counted',
    }),
  },
  {
    description: 'The last 24 full hours of a queue, by the runs that were started in this time',
  },
)
export type QueueHistory = Static<typeof QueueHistory>

export const QueueChange = Closed(
  {
    description: Type.Optional(settings.description),
    aging_seconds: Type.Optional(settings.aging_seconds),
    target_seconds: Type.Optional(settings.target_seconds),
  },
  {
    minProperties: 1,
    description: 'Omitted fields are unchanged. Tasks that wait keep their turns.',
  },
)
export type QueueChange = Static<typeof QueueChange>
export const queueParams = Closed({ queue: QueueName })
