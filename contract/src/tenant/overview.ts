// Statistics of a tenant: throughput, workload, and what needs attention.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { DeliveryCounts } from '../webhooks/webhook-health.ts'

export const OVERVIEW_RANGES = ['24h', '7d', '30d'] as const
export const OverviewRange = Choice(OVERVIEW_RANGES, {
  default: '24h',
  description: 'The last 24 hours by hour, or the last 7 or 30 days by day',
})
export type OverviewRange = Static<typeof OverviewRange>

export const OverviewQuery = Closed({ range: Type.Optional(OverviewRange) })

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const BoundedCount = Closed({
  count: Count('Number of objects'),
  is_at_least: Type.Boolean({ description: 'Whether `count` is a lower bound' }),
})
export type BoundedCount = Static<typeof BoundedCount>

const flow = {
  entered: Count(
    'Tasks that entered this stage in the range; a task that entered twice counts twice',
  ),
  entered_before: Count('The same for the previous period of the same length'),
  series: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'The same for each bucket of `buckets`',
  }),
}
const Flow = Closed(flow)
const Stage = Closed({ now: BoundedCount, ...flow })
export type Flow = Static<typeof Flow>

const stages = Closed(
  {
    arrived: Flow,
    open: Stage,
    in_progress: Closed({
      now: BoundedCount,
      with_agents: Count('Of these, tasks with a `delegate`'),
      ...flow,
    }),
    waiting: Stage,
    completed: Flow,
  },
  {
    description:
      'Stages of a task: `arrived` (created), `open` (`triage`, `ready`), `in_progress`, `waiting` (`input_required`, `in_review`) and `completed`. Tasks that were deleted since are not counted in `arrived`.',
  },
)

export const WorkerLoad = Closed({
  kind: Choice(['person', 'agent']),
  name: Type.String({ description: '`assignee` or `delegate` of the tasks' }),
  open: BoundedCount,
  in_progress: Count('Of these, tasks in progress'),
  completed: Count('Tasks completed in the range'),
})
export type WorkerLoad = Static<typeof WorkerLoad>

export const ATTENTION_KINDS = [
  'write_backs_failed',
  'integrations_failing',
  'webhook_disabled',
  'webhook_failing',
  'webhook_secret_lost',
  'deliveries_failed',
  'connectors_offline',
  'conflicts_open',
  'tasks_overdue',
  'tasks_urgent_unassigned',
  'tasks_failed',
  'approvals_open',
  'questions_open',
  'tasks_input_required',
  'tasks_due_soon',
] as const

export const SUBJECTS_MAX = 10
export const Attention = Closed(
  {
    kind: Choice(ATTENTION_KINDS, {
      description:
        '`write_backs_failed`: tasks that an external system rejected. `deliveries_failed`: in the last 24 hours. `tasks_failed`: in the last 7 days. `tasks_due_soon`: due within an hour. `tasks_input_required`: without an open question or approval of an agent. The others describe the current state.',
    }),
    severity: Choice(['error', 'warning', 'request', 'notice'], {
      description: '`request`: an agent waits for a person',
    }),
    count: Count('Number of objects'),
    is_at_least: Type.Boolean({ description: 'Whether `count` is a lower bound' }),
    since: Nullable(Timestamp('Since when, for the oldest of them')),
    name: Nullable(Type.String(), {
      description: 'Name of the integration, connector or agent if it is only one',
    }),
    subject_ids: Type.Array(Type.String(), {
      description: `IDs of up to ${SUBJECTS_MAX} of them; for deliveries, IDs of their webhooks; for write-backs, IDs of their integrations`,
    }),
  },
  { description: 'Something that needs attention' },
)
export type Attention = Static<typeof Attention>

const CompletionTime = Closed({
  p25: Count('25th percentile in milliseconds'),
  median: Count('Median in milliseconds'),
  p90: Count('90th percentile in milliseconds'),
})
export type CompletionTime = Static<typeof CompletionTime>

const FirstRun = Closed(
  {
    has_task: Type.Boolean(),
    has_completed_task: Type.Boolean(),
    has_webhook: Type.Boolean(),
    has_delivered: Type.Boolean({ description: 'Whether any delivery to a webhook has succeeded' }),
  },
  { description: 'Steps of getting started that are done' },
)
export type FirstRun = Static<typeof FirstRun>

export const Overview = Closed(
  {
    as_of: Timestamp('When the numbers were computed; at most a minute ago'),
    range: OverviewRange,
    time_zone: Type.String({
      description: 'Time zone of the tenant settings, in which hours and days start',
    }),
    buckets: Type.Array(Timestamp(), {
      description: 'Start of each hour or day of the range; the last one is not complete yet',
    }),
    stages,
    median_ms_to_complete: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'Median time from creation to completion of tasks completed in the range',
    }),
    completion_times: Type.Array(Nullable(CompletionTime), {
      description:
        'Time from creation to completion for each bucket of `buckets`; null for a bucket in which nothing was completed',
    }),
    deliveries: Closed(
      {
        ...DeliveryCounts,
        counted_since: Timestamp(
          'Less than 24 hours ago if there were too many deliveries to count',
        ),
      },
      { description: 'Deliveries to all webhooks, created in the last 24 hours' },
    ),
    workers: Type.Array(WorkerLoad, {
      description: 'Up to 8 people and agents with the most open tasks',
    }),
    attention: Type.Array(Attention, { description: 'Most severe first' }),
    first_run: FirstRun,
  },
  { description: 'Statistics of a tenant' },
)
export type Overview = Static<typeof Overview>
