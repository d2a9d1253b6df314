// A page of tasks: filters, order and position come from the query, the cursor from the last row.
import { PAGE_LIMIT_DEFAULT, type TaskListQuery, type TaskPage } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import {
  afterPosition,
  conditionsOf,
  orderBy,
  parseSort,
  positionOf,
  scopeOf,
  sourceOf,
} from '../listing.ts'
import { toTask } from '../row.ts'
import { findTask, listTasks } from '../store.ts'
import { taskKey } from './get-task.ts'

export async function listPage(ctx: Context, query: TaskListQuery): Promise<TaskPage> {
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT
  const sort = parseSort(query.sort)
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: scopeOf(query) }
  const position = query.cursor === undefined ? undefined : decodeCursor(scope, query.cursor)
  const parent = query.parent === undefined ? undefined : await parentOf(ctx, query.parent)
  if (parent === null) return { data: [], next_cursor: null }
  const conditions = conditionsOf(ctx.tx, query, parent)
  if (position) conditions.push(afterPosition(sort, position))
  const rows = await listTasks(ctx.tx, {
    source: sourceOf(ctx.tx, query),
    conditions,
    order: orderBy(sort),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toTask),
    next_cursor: rows.length > limit && last ? encodeCursor(scope, positionOf(sort, last)) : null,
  }
}

/** A parent that does not exist has no children; that is an empty list, not an error. */
async function parentOf(ctx: Context, reference: string): Promise<string | null> {
  const key = taskKey(reference)
  if ('id' in key) return key.id
  return (await findTask(ctx.tx, key))?.id ?? null
}
