// Counting tasks at a cost that does not grow with them: above the bound that the caller set, the count is “at least”.
import {
  COUNT_GROUPS_MAX,
  COUNT_UP_TO_DEFAULT,
  type TaskCounts,
  type TaskCountsQuery,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { join, type Sql, sql } from '#db/sql.ts'
import { conditionsOf, findParent, sourceOf } from '#domains/tasks/index.ts'
import { groupColumn, isReadyMade, knownGroups, toCounts } from '../counting.ts'
import { type Counted, type CountQuery, countGroups } from '../store.ts'
import { countByIndex } from './count-by-index.ts'

/** Groups are small where the whole is large: to be exact about them more is looked at. */
const GROUPED_FACTOR = 5
const EXAMINED_MAX = 100_000

export async function countTasks(ctx: Context, query: TaskCountsQuery): Promise<TaskCounts> {
  const known = knownGroups(query.group_by)
  const parent = query.parent === undefined ? undefined : await findParent(ctx, query.parent)
  if (parent === null) return toCounts([], { total: 0, known, isAtLeast: false })
  const upTo = query.up_to ?? COUNT_UP_TO_DEFAULT
  const conditions = conditionsOf(ctx.tx, query, parent)
  const readyMade = isReadyMade(query) && (await countByIndex(ctx, query, upTo))
  if (readyMade) return readyMade
  const factor = query.group_by === undefined || query.q !== undefined ? 1 : GROUPED_FACTOR
  const most = Math.max(upTo, Math.min(upTo * factor, EXAMINED_MAX))
  const look = lookAt(ctx, query, most)
  const counted =
    query.q === undefined
      ? await look({ conditions })
      : await countFound(ctx, query, { conditions, look, most })
  const isAtLeast = counted.examined > most
  const total = Math.min(counted.total, most)
  return toCounts(query.group_by === undefined ? [] : counted.groups, { total, known, isAtLeast })
}

type Look = (part: Partial<CountQuery>) => Promise<Counted>

/** One more than `most` is looked at, to know whether there is more. */
function lookAt(ctx: Context, { group_by: grouping }: TaskCountsQuery, most: number): Look {
  return (part) =>
    countGroups(ctx.tx, {
      source: sql`tasks t`,
      conditions: [],
      test: sql`true`,
      column: groupColumn(grouping),
      limit: most + 1,
      groupLimit: COUNT_GROUPS_MAX + 1,
      byLabel: grouping === 'label',
      ...part,
    })
}

/**
 * Either the words or the filters may be the rarer ones. The index of words is asked first; where it finds too many, the
 * tasks that meet the filters are looked through for the words.
 */
async function countFound(
  ctx: Context,
  query: TaskCountsQuery,
  { conditions, look, most }: { conditions: readonly Sql[]; look: Look; most: number },
): Promise<Counted> {
  const meets = conditions.length > 0 ? sql`(${join(conditions, ' and ')}) is true` : sql`true`
  const byWords = await look({ source: sourceOf(ctx.tx, query), test: meets })
  if (byWords.examined <= most || conditions.length === 0) return byWords
  const hasWords = sql`t.search @@ websearch_to_tsquery('simple', ${query.q})`
  const byFilters = await look({ conditions, test: hasWords })
  const isBetter = byFilters.examined <= most || byFilters.total > byWords.total
  return isBetter ? byFilters : byWords
}
