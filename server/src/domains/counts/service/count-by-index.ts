// Counts that an index answers: all tasks of a tenant, grouped by a field. Each group is counted separately, so that
// small groups are exact even in the largest tenant.
import {
  COUNT_GROUPS_MAX,
  type TaskCounts,
  type TaskCountsQuery,
  type TaskGroup,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { sql } from '#db/sql.ts'
import { conditionsOf } from '#domains/tasks/index.ts'
import { type KnownGroup, knownGroups, toGroup, valueIndex } from '../counting.ts'
import { countEach, listValues } from '../store.ts'

const everything: KnownGroup = { name: 'all', value: 'all', condition: sql`true` }
const unassigned: KnownGroup = { name: 'none', value: 'none', condition: sql`t.assignee is null` }

/** Undefined when there are too many values to go through. */
export async function countByIndex(
  ctx: Context,
  query: TaskCountsQuery,
  upTo: number,
): Promise<TaskCounts | undefined> {
  const known = knownGroups(query.group_by)
  return known ? countKnown(ctx, query, { known, upTo }) : countValues(ctx, query, upTo)
}

async function countKnown(
  ctx: Context,
  query: TaskCountsQuery,
  { known, upTo }: { known: readonly KnownGroup[]; upTo: number },
): Promise<TaskCounts> {
  const chosen: readonly string[] | undefined =
    query.group_by === 'status' ? query.status : query.priority
  const groups = known.filter(({ name }) => chosen?.includes(name) ?? true)
  const conditions = conditionsOf(ctx.tx, query)
  const counts = await countEach(ctx.tx, { groups, conditions, limit: upTo + 1 })
  const told = known.map(({ name, value }) => toGroup(name, counts.get(value) ?? 0, upTo))
  return { ...toTotal(told, undefined, upTo), groups: told, has_more: false }
}

async function countValues(
  ctx: Context,
  { group_by: field }: TaskCountsQuery,
  upTo: number,
): Promise<TaskCounts | undefined> {
  if (field !== 'assignee' && field !== 'queue' && field !== 'label') return undefined
  const limit = upTo + 1
  const values = await listValues(ctx.tx, valueIndex(ctx.tx, field), {
    prefix: '',
    starts: [''],
    limit: COUNT_GROUPS_MAX,
    maxMisses: 1,
    upTo: limit,
  })
  if (values.length === COUNT_GROUPS_MAX) return undefined
  const besides = field === 'label' ? [everything] : field === 'assignee' ? [unassigned] : []
  const counts = await countEach(ctx.tx, { groups: besides, conditions: [], limit })
  const none = toGroup(null, counts.get(unassigned.value) ?? 0, upTo)
  const told = [...values.map(({ value, count }) => toGroup(value, count, upTo)), none]
  const groups = told.filter(({ count }) => count > 0).toSorted(largestFirst)
  const total = field === 'label' ? counts.get(everything.value) : undefined
  return { ...toTotal(groups, total, upTo), groups, has_more: false }
}

/** Groups add up to the whole, except labels, of which a task has several or none. */
function toTotal(groups: readonly TaskGroup[], counted: number | undefined, upTo: number) {
  if (counted !== undefined) {
    return { total: Math.min(counted, upTo), total_is_at_least: counted > upTo }
  }
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    total_is_at_least: groups.some((group) => group.is_at_least),
  }
}

function largestFirst(a: TaskGroup, b: TaskGroup): number {
  return b.count - a.count
}
