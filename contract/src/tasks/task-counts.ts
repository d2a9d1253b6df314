// How many tasks there are of which kind, and which values their fields have: what a screen shows beside a list.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Text } from '../schema.ts'
import { taskFilters } from '../tasks.ts'

export const TASK_GROUPS = ['status', 'priority', 'assignee', 'queue', 'label'] as const
export const TaskGrouping = Choice(TASK_GROUPS, { description: 'Count for each value of it' })
export type TaskGrouping = Static<typeof TaskGrouping>

export const COUNT_UP_TO_DEFAULT = 10_000
/** Of `assignee`, `queue` and `label`, which may have any number of values. */
export const COUNT_GROUPS_MAX = 200

export const TaskCountsQuery = Closed({
  group_by: Type.Optional(TaskGrouping),
  up_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: COUNT_UP_TO_DEFAULT,
      description: 'Count exactly at least up to here; where there is more, the answer says so',
    }),
  ),
  ...taskFilters,
})
export type TaskCountsQuery = Static<typeof TaskCountsQuery>

const isAtLeast = (what: string) =>
  Type.Boolean({ description: `Whether ${what} are at least that many, and perhaps more` })

export const TaskGroup = Closed({
  value: Nullable(Type.String(), { description: 'Null: tasks with no assignee' }),
  count: Type.Integer({ minimum: 0 }),
  is_at_least: isAtLeast('there'),
})
export type TaskGroup = Static<typeof TaskGroup>

export const TaskCounts = Closed(
  {
    total: Type.Integer({ minimum: 0 }),
    total_is_at_least: isAtLeast('all together'),
    groups: Type.Array(TaskGroup, {
      description: `Every status or priority in its order; of the others the ${COUNT_GROUPS_MAX} largest. A task is counted under each of its labels`,
    }),
    has_more: Type.Boolean({ description: 'Whether there are more groups than shown' }),
  },
  { description: 'How many tasks there are' },
)
export type TaskCounts = Static<typeof TaskCounts>

export const FACET_FIELDS = ['label', 'assignee', 'delegate', 'queue', 'source'] as const
export const FACETS_MAX = 50
/** More than this many is told as “at least”: enough to see which values matter. */
export const FACET_COUNT_UP_TO = 100

export const TaskFacetsQuery = Closed({
  field: Choice(FACET_FIELDS, { description: 'Whose values' }),
  prefix: Type.Optional(
    Text({ maxLength: 200, description: 'Only values that begin like this, in any case' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: FACETS_MAX,
      default: FACETS_MAX,
      description: 'How many values',
    }),
  ),
})
export type TaskFacetsQuery = Static<typeof TaskFacetsQuery>

const Facet = Closed({
  value: Type.String(),
  count: Type.Integer({
    minimum: 1,
    description: `Tasks that have it, up to ${FACET_COUNT_UP_TO}`,
  }),
  is_at_least: isAtLeast('there'),
})

export const TaskFacets = Closed(
  {
    data: Type.Array(Facet, { description: 'In alphabetical order' }),
    has_more: Type.Boolean({ description: 'Whether there may be more; send a longer `prefix`' }),
  },
  { description: 'Values that tasks have in a field' },
)
export type TaskFacets = Static<typeof TaskFacets>
