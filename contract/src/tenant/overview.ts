// A tenant at a glance: how work flows through it, who works, and what needs somebody.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { DeliveryCounts } from '../webhooks/webhook-health.ts'

export const OVERVIEW_RANGES = ['24h', '7d', '30d'] as const
export const OverviewRange = Choice(OVERVIEW_RANGES, {
  default: '24h',
  description: 'The last 24 hours by the hour, or the last 7 or 30 days by the day',
})
export type OverviewRange = Static<typeof OverviewRange>

export const OverviewQuery = Closed({ range: Type.Optional(OverviewRange) })

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const BoundedCount = Closed({
  count: Count('How many there are'),
  is_at_least: Type.Boolean({ description: 'Whether there are at least that many, and more' }),
})
export type BoundedCount = Static<typeof BoundedCount>

const flow = {
  entered: Count('Tasks that came here in the range; one that came twice counts twice'),
  entered_before: Count('The same for the time of the same length before it'),
  series: Type.Array(Type.Integer({ minimum: 0 }), {
    description: 'The same for each of `buckets`',
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
      with_agents: Count('Of those now, the ones that are delegated'),
      ...flow,
    }),
    waiting: Stage,
    completed: Flow,
  },
  {
    description:
      'The way of a task: created; open (`triage`, `ready`); in progress; waiting (`input_required`, `in_review`); completed. Tasks that were deleted since have not arrived',
  },
)

export const WorkerLoad = Closed({
  kind: Choice(['person', 'agent']),
  name: Type.String({ description: '`assignee` or `delegate` of the tasks' }),
  open: BoundedCount,
  completed: Count('Tasks completed in the range'),
})
export type WorkerLoad = Static<typeof WorkerLoad>

export const ATTENTION_KINDS = [
  'webhook_disabled',
  'webhook_failing',
  'webhook_secret_lost',
  'deliveries_failed',
  'tasks_overdue',
  'tasks_urgent_unassigned',
  'tasks_failed',
  'tasks_input_required',
  'tasks_due_soon',
] as const

export const SUBJECTS_MAX = 10
export const Attention = Closed(
  {
    kind: Choice(ATTENTION_KINDS, {
      description:
        'Deliveries that failed in the last 24 hours, tasks that failed in the last 7 days, tasks due within the hour; the others as they are now',
    }),
    severity: Choice(['error', 'warning', 'notice']),
    count: Count('How many webhooks, deliveries or tasks'),
    is_at_least: Type.Boolean({ description: 'Whether there are at least that many, and more' }),
    since: Nullable(Timestamp('Since when the first of them')),
    subject_ids: Type.Array(Type.String(), {
      description: `Ids of the first of them, ${SUBJECTS_MAX} at most; of deliveries those of their webhooks`,
    }),
  },
  { description: 'Something that needs somebody' },
)
export type Attention = Static<typeof Attention>

const FirstRun = Closed(
  {
    has_task: Type.Boolean(),
    has_completed_task: Type.Boolean(),
    has_webhook: Type.Boolean(),
    has_delivered: Type.Boolean({ description: 'Whether anything has arrived at a webhook' }),
  },
  { description: 'What has been done for the first time' },
)
export type FirstRun = Static<typeof FirstRun>

export const Overview = Closed(
  {
    as_of: Timestamp('When it was counted; it may be some seconds old, a minute at most'),
    range: OverviewRange,
    time_zone: Type.String({ description: 'That hours and days begin by; of the settings' }),
    buckets: Type.Array(Timestamp(), {
      description: 'When each hour or day of the range begins; the last one is not over',
    }),
    stages,
    median_ms_to_complete: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'From creation to completion, of tasks completed in the range',
    }),
    deliveries: Closed(
      {
        ...DeliveryCounts,
        counted_since: Timestamp('Later than 24 hours ago when there were too many to count'),
      },
      { description: 'To all webhooks, noted in the last 24 hours' },
    ),
    workers: Type.Array(WorkerLoad, { description: 'Those with the most work, 8 at most' }),
    attention: Type.Array(Attention, { description: 'The worst first' }),
    first_run: FirstRun,
  },
  { description: 'A tenant at a glance' },
)
export type Overview = Static<typeof Overview>
