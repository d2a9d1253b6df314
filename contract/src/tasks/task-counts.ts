// Counts of tasks and the values of their fields, as a screen shows them beside a list.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Text } from '../schema.ts'
import { taskFilters } from './tasks.ts'

export const TASK_GROUPS = ['status', 'priority', 'assignee', 'delegate', 'queue', 'label'] as const
export const TaskGrouping = Choice(TASK_GROUPS, {
  description: 'Count the tasks for each value of this field',
})
export type TaskGrouping = Static<typeof TaskGrouping>

export const COUNT_UP_TO_DEFAULT = 10_000
/** Of `assignee`, `delegate`, `queue` and `label`, which may have any number of values. */
export const COUNT_GROUPS_MAX = 200

export const TaskCountsQuery = Closed({
  group_by: Type.Optional(TaskGrouping),
  up_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: COUNT_UP_TO_DEFAULT,
      description: 'Count exactly up to this number; above it, counts are lower bounds',
    }),
  ),
  ...taskFilters,
})
export type TaskCountsQuery = Static<typeof TaskCountsQuery>

const isAtLeast = (what: string) =>
  Type.Boolean({ description: `Whether ${what} is a lower bound` })

export const TaskGroup = Closed({
  value: Nullable(Type.String(), {
    description: 'Value of the field; null for tasks without an assignee or delegate',
  }),
  count: Type.Integer({ minimum: 0 }),
  is_at_least: isAtLeast('`count`'),
})
export type TaskGroup = Static<typeof TaskGroup>

export const TaskCounts = Closed(
  {
    total: Type.Integer({ minimum: 0 }),
    total_is_at_least: isAtLeast('`total`'),
    groups: Type.Array(TaskGroup, {
      description: `All statuses or priorities in their order; of other fields, the ${COUNT_GROUPS_MAX} largest groups. A task counts under each of its labels.`,
    }),
    has_more: Type.Boolean({ description: 'Whether there are more groups than listed' }),
  },
  { description: 'Counts of tasks' },
)
export type TaskCounts = Static<typeof TaskCounts>

export const FACET_FIELDS = ['label', 'assignee', 'delegate', 'queue', 'source'] as const
export const FACETS_MAX = 50
/** More than this is a lower bound: enough to see which values matter. */
export const FACET_COUNT_UP_TO = 100

export const TaskFacetsQuery = Closed({
  field: Choice(FACET_FIELDS, { description: 'Field to list values of' }),
  prefix: Type.Optional(
    Text({
      maxLength: 200,
      description: 'Only values that start with this text; case-insensitive',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: FACETS_MAX,
      default: FACETS_MAX,
      description: 'Maximum number of values',
    }),
  ),
})
export type TaskFacetsQuery = Static<typeof TaskFacetsQuery>

const Facet = Closed({
  value: Type.String(),
  count: Type.Integer({
    minimum: 1,
    description: `Tasks with this value, counted up to ${FACET_COUNT_UP_TO}`,
  }),
  is_at_least: isAtLeast('`count`'),
})

export const TaskFacets = Closed(
  {
    data: Type.Array(Facet, { description: 'In alphabetical order' }),
    has_more: Type.Boolean({
      description: 'Whether there may be more values; send a longer `prefix`',
    }),
  },
  { description: 'Values of a field' },
)
export type TaskFacets = Static<typeof TaskFacets>
