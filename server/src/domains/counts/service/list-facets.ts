// The values that tasks have in a field, for those who choose one: read off an index, value by value.
import {
  FACET_COUNT_UP_TO,
  FACETS_MAX,
  type TaskFacets,
  type TaskFacetsQuery,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { startsOf, valueIndex } from '../counting.ts'
import { listValues } from '../store.ts'

/** After so many consecutive values without the prefix, the remaining ones are skipped. */
const MAX_MISSES = 50

export async function listFacets(ctx: Context, query: TaskFacetsQuery): Promise<TaskFacets> {
  const limit = query.limit ?? FACETS_MAX
  const prefix = query.prefix ?? ''
  const rows = await listValues(ctx.tx, valueIndex(ctx.tx, query.field), {
    starts: startsOf(prefix),
    prefix,
    limit: limit + 1,
    maxMisses: MAX_MISSES,
    upTo: FACET_COUNT_UP_TO + 1,
  })
  const data = rows.slice(0, limit).map(({ value, count }) => ({
    value,
    count: Math.min(count, FACET_COUNT_UP_TO),
    is_at_least: count > FACET_COUNT_UP_TO,
  }))
  return { data, has_more: rows.length > limit }
}
