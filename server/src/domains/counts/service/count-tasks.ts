// Counting tasks at a cost that does not grow with them: above the bound that the caller set, the count is “at least”.
import {
  COUNT_GROUPS_MAX,
  COUNT_UP_TO_DEFAULT,
  type TaskCounts,
  type TaskCountsQuery,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { join, type Sql, sql } from '#db/sql.ts'
import { resolveFields } from '#domains/fields/index.ts'
import {
  conditionsOf,
  exclusionsOf,
  findParent,
  isIndexed,
  matchOf,
  parseSearch,
  sourceOf,
} from '#domains/tasks/index.ts'
import { groupColumn, isReadyMade, knownGroups, toCounts } from '../counting.ts'
import { type Counted, type CountQuery, countGroups } from '../store.ts'
import { countByIndex } from './count-by-index.ts'

/** Groups are small where the whole is large: to be exact about them more is looked at. */
const GROUPED_FACTOR = 5
const EXAMINED_MAX = 100_000

export async function countTasks(ctx: Context, query: TaskCountsQuery): Promise<TaskCounts> {
  const known = knownGroups(query.group_by)
  const fields = await resolveFields(ctx, { field: query.field })
  const parent = query.parent === undefined ? undefined : await findParent(ctx, query.parent)
  if (parent === null) return toCounts([], { total: 0, known, isAtLeast: false })
  const upTo = query.up_to ?? COUNT_UP_TO_DEFAULT
  const conditions = [...conditionsOf(ctx.tx, query, parent), ...fields.conditions]
  const readyMade = isReadyMade(query) && (await countByIndex(ctx, query, upTo))
  if (readyMade) return readyMade
  const factor = query.group_by === undefined || query.q !== undefined ? 1 : GROUPED_FACTOR
  const most = Math.max(upTo, Math.min(upTo * factor, EXAMINED_MAX))
  const look = lookAt(ctx, query, most)
  const search = query.q === undefined ? undefined : parseSearch(query.q)
  const counted = search
    ? await countFound(ctx, search, { conditions, look, most })
    : await look({ conditions })
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
      isInOrder: grouping === 'delegate' && part.conditions?.length === 0,
      ...part,
    })
}

/**
 * Either the terms or the filters may be the rarer ones. The index of terms is asked first; where it finds too many, the
 * tasks that meet the filters are searched for the terms.
 */
async function countFound(
  ctx: Context,
  search: ReturnType<typeof parseSearch>,
  { conditions, look, most }: { conditions: readonly Sql[]; look: Look; most: number },
): Promise<Counted> {
  const byFilters = () => look({ conditions, test: matchOf(search) })
  if (search.length === 0 || !isIndexed(search)) return byFilters()
  const tests = [...conditions, ...exclusionsOf(search)]
  const meets = tests.length > 0 ? sql`(${join(tests, ' and ')}) is true` : sql`true`
  const byTerms = await look({ source: sourceOf(ctx.tx, search, most + 1), test: meets })
  if (byTerms.examined <= most || conditions.length === 0) return byTerms
  const filtered = await byFilters()
  const isBetter = filtered.examined <= most || filtered.total > byTerms.total
  return isBetter ? filtered : byTerms
}
