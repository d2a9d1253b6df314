// Queues: their settings, depth and history.
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
      'How long a task can be overtaken by tasks of the next higher priority: a normal task that became ready more than this long before a high one is claimed first',
  }),
  target_seconds: Nullable(Type.Integer({ minimum: 1, maximum: 2_592_000 }), {
    description: 'Target for the time from ready to claimed; shown in the dashboard, not enforced',
  }),
}

const Bucket = Closed({
  start: Timestamp('Start of the hour'),
  claimed: Type.Integer({ minimum: 0 }),
  completed: Type.Integer({ minimum: 0 }),
  expired: Type.Integer({ minimum: 0, description: 'Runs that ended as `expired`' }),
})

const Seconds = Nullable(Type.Number({ minimum: 0, description: 'In seconds' }))

export const QueueState = Closed(
  {
    name: QueueName,
    ...settings,
    ready: Type.Integer({
      minimum: 0,
      description: 'Tasks that can be claimed; only the first 10,001 are counted',
    }),
    scheduled: Type.Integer({
      minimum: 0,
      description:
        'Ready tasks that are blocked, or delayed by `not_before` or a backoff; at most 10,001 are counted',
    }),
    oldest_ready_at: Nullable(
      Timestamp('When the oldest of the counted ready tasks became claimable'),
    ),
    working_runs: Type.Integer({ minimum: 0 }),
    parked_runs: Type.Integer({ minimum: 0 }),
    agents: Type.Integer({ minimum: 0, description: 'Agents that can claim from the queue' }),
    version: Type.Integer({
      minimum: 0,
      description: 'Incremented on every change; 0 if the settings were never changed',
    }),
  },
  { description: 'A queue' },
)
export type QueueState = Static<typeof QueueState>

export const QueueList = Closed(
  { data: Type.Array(QueueState) },
  {
    description:
      'Queues that have settings, claimable tasks or unfinished runs, by name; at most 200',
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
        'false if the tenant started 50,000 runs or more in this time: only the newest 50,000 are counted',
    }),
  },
  {
    description:
      'The last 24 full hours of a queue; counts only runs that were started in this time',
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
    description: 'Omitted fields are unchanged. Tasks that are ready keep their place.',
  },
)
export type QueueChange = Static<typeof QueueChange>
export const queueParams = Closed({ queue: QueueName })
