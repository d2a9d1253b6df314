// What counting tasks asks the database for: which values a count is divided by, and where a field's values stand.
import {
  COUNT_GROUPS_MAX,
  PRIORITIES,
  STATUSES,
  type TaskCounts,
  type TaskCountsQuery,
  type TaskFacetsQuery,
  type TaskGroup,
  type TaskGrouping,
} from '@task-service/contract'

import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { priorityRank } from '#domains/tasks/index.ts'
import type { Group, ValueIndex } from './store.ts'

/** Null where nothing is divided; labels stand in rows of their own. */
export function groupColumn(grouping: TaskGrouping | undefined): Sql {
  switch (grouping) {
    case 'status':
      return sql`t.status`
    case 'priority':
      return sql`t.priority::text`
    case 'assignee':
      return sql`t.assignee`
    case 'delegate':
      return sql`t.delegate`
    case 'queue':
      return sql`t.queue`
    default:
      return sql`null::text`
  }
}

/** A group whose values are known beforehand: what the client calls it, and what the database does. */
export type KnownGroup = { name: string; value: string; condition: Sql }

/** Undefined where clients choose the values. */
export function knownGroups(grouping: TaskGrouping | undefined): KnownGroup[] | undefined {
  if (grouping === 'status') {
    return STATUSES.map((name) => ({ name, value: name, condition: sql`t.status = ${name}` }))
  }
  if (grouping === 'priority') {
    return PRIORITIES.map((name) => {
      const rank = priorityRank(name)
      return { name, value: String(rank), condition: sql`t.priority = ${rank}` }
    })
  }
  return undefined
}

/** Filters beside which an index has the tasks in the order of the groups, so that counting reads nothing else. */
const servedFilters: Record<TaskGrouping, readonly string[]> = {
  status: ['status', 'queue'],
  priority: ['priority'],
  assignee: [],
  delegate: [],
  queue: [],
  label: [],
}

export function isReadyMade(query: TaskCountsQuery): boolean {
  const served = query.group_by && servedFilters[query.group_by]
  const others = new Set(['group_by', 'up_to', ...(served ?? [])])
  return served !== undefined && Object.keys(query).every((name) => others.has(name))
}

export function toGroup(value: string | null, counted: number, upTo: number): TaskGroup {
  return { value, count: Math.min(counted, upTo), is_at_least: counted > upTo }
}

/** The answer to a count that stopped for all groups at once, if it stopped. */
export function toCounts(
  groups: readonly Group[],
  facts: { total: number; known: readonly KnownGroup[] | undefined; isAtLeast: boolean },
): TaskCounts {
  const { total, known, isAtLeast } = facts
  const counts = new Map(groups.map(({ value, count }) => [value, count]))
  const told = known
    ? known.map(({ name, value }) => ({ value: name, count: counts.get(value) ?? 0 }))
    : groups.slice(0, COUNT_GROUPS_MAX)
  return {
    total,
    total_is_at_least: isAtLeast,
    groups: told.map(({ value, count }) => ({
      value,
      count: Math.min(count, total),
      is_at_least: isAtLeast,
    })),
    has_more: !known && groups.length > COUNT_GROUPS_MAX,
  }
}

/** Each field has an index that begins with the tenant and the value. */
export function valueIndex(tx: Tx, field: TaskFacetsQuery['field']): ValueIndex {
  const tasks = sql`tasks t where ${tx.mine('t')}`
  switch (field) {
    case 'label':
      return { rows: sql`task_labels l where ${tx.mine('l')}`, column: sql`l.label` }
    case 'assignee':
      return { rows: tasks, column: sql`t.assignee` }
    case 'delegate':
      return { rows: tasks, column: sql`t.delegate` }
    case 'queue':
      return { rows: tasks, column: sql`t.queue` }
    case 'source':
      return { rows: tasks, column: sql`t.source` }
  }
}

/** The places where values that begin like this can stand, whatever their case and the order of letters. */
export function startsOf(prefix: string): string[] {
  const [first = '', ...rest] = prefix.toLowerCase()
  const capitalised = first.toUpperCase() + rest.join('')
  return [...new Set([prefix, prefix.toLowerCase(), prefix.toUpperCase(), capitalised])]
}
