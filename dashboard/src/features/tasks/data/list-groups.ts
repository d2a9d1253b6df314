// Which groups a list falls into, and what each asks the server for.
import type { TaskCounts, TaskListQuery } from '@task-service/contract'
import { PRIORITIES } from '#api/transitions.gen.ts'
import { type Grouping, type TaskSearch, UNASSIGNED } from './task-search.ts'
import { statusesOf, type TaskFilters } from './to-query.ts'

export type GroupPlan = {
  /** The value the tasks of the group share; `all` where there are no groups. */
  key: string
  query: TaskListQuery
  count: number | undefined
  isAtLeast: boolean
}

/** How many groups are fetched before it is known where the others begin. */
export const FIRST_GROUPS = 2

/** Work that moves comes first, what is finished last. */
const STATUS_ORDER = [
  'in_progress',
  'ready',
  'input_required',
  'in_review',
  'triage',
  'completed',
  'failed',
  'canceled',
] as const

function keysOf(grouping: Grouping, search: TaskSearch, counts: TaskCounts | undefined): string[] {
  if (grouping === 'status') {
    return STATUS_ORDER.filter((status) => statusesOf(search).includes(status))
  }
  if (grouping === 'priority') {
    return PRIORITIES.filter((one) => search.priority.length === 0 || search.priority.includes(one))
  }
  return counts?.groups.map(({ value }) => value ?? UNASSIGNED) ?? []
}

function narrowed(grouping: Grouping, key: string): TaskFilters {
  if (grouping === 'assignee') return key === UNASSIGNED ? { unassigned: true } : { assignee: key }
  if (grouping === 'queue') return { queue: key }
  return { [grouping]: [key] }
}

export function planGroups(
  search: TaskSearch,
  filters: TaskFilters,
  counts: TaskCounts | undefined,
): GroupPlan[] {
  const grouping = search.group ?? 'status'
  const sort = search.sort && { sort: search.sort }
  if (grouping === 'none') {
    const { total: count, total_is_at_least: isAtLeast = false } = counts ?? {}
    return [{ key: 'all', query: { ...filters, ...sort }, count, isAtLeast }]
  }
  return keysOf(grouping, search, counts)
    .map((key) => {
      const counted = counts?.groups.find(({ value }) => (value ?? UNASSIGNED) === key)
      return {
        key,
        query: { ...filters, ...narrowed(grouping, key), ...sort },
        count: counted?.count,
        isAtLeast: counted?.is_at_least ?? false,
      }
    })
    .filter(({ count }) => count !== 0)
}
