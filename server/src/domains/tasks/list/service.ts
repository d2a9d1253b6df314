// A page of tasks as text: the stored documents are joined, never taken apart.
import { PAGE_LIMIT_DEFAULT, type TaskListQuery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import type { Sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { parseFreshness, printFreshness } from '#lib/freshness/freshness.ts'
import { decodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import {
  afterPosition,
  conditionsOf,
  orderBy,
  parseSort,
  positionOf,
  scopeOf,
  sourceOf,
} from './listing.ts'
import {
  type BoundedDocuments,
  countNumbers,
  findIdByNumber,
  hasChangedSince,
  listDocuments,
  searchNearby,
} from './store.ts'

/** The body of the answer, and the cursor it ends with. */
export type PageText = { json: string; nextCursor: string | null }

/** Reads only when the tenant has changed since the reader's last answer. */
export async function readIfChanged<T>(
  ctx: Context,
  ifNoneMatch: string | undefined,
  read: () => Promise<T>,
): Promise<'unchanged' | { found: T; etag: string }> {
  const scope = { secret: ctx.freshnessSecret, tenantId: ctx.tenant.id }
  const seen = parseFreshness(scope, ifNoneMatch, ctx.now)
  if (seen && !(await hasChangedSince(ctx.tx, seen))) return 'unchanged'
  const found = await read()
  return { found, etag: printFreshness(scope, await ctx.tx.horizon, ctx.now) }
}

export async function listPage(ctx: Context, query: TaskListQuery): Promise<PageText> {
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT
  const sort = parseSort(query.sort)
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: scopeOf(query) }
  const position = query.cursor === undefined ? undefined : decodeCursor(scope, query.cursor)
  const parent = query.parent === undefined ? undefined : await findParent(ctx, query.parent)
  if (parent === null) return toPage([], null)
  const conditions = conditionsOf(ctx.tx, query, parent)
  // A plan made for the values of a small tenant would serve a large one badly.
  const isExpensive = query.q !== undefined
  const read = { usesCustomPlan: conditions.length > 0 || isExpensive, isExpensive }
  if (position) conditions.push(afterPosition(sort, position))
  const maxBytes = limitsOf(ctx).pageBytes
  const list = { conditions, order: orderBy(sort), limit: limit + 1, maxBytes }
  const found =
    (await searchNearPage(ctx.tx, query.q, list)) ??
    (await listDocuments(ctx.tx, { ...list, source: sourceOf(ctx.tx, query), read }))
  const { documents, hasMore } = cutPage(found, limit)
  if (!hasMore) return toPage(documents, null)
  return toPage(documents, encodeCursor(scope, positionOf(sort, documents.at(-1) ?? '')))
}

/** A page ends at its limit or at its budget of bytes, whichever comes first. */
function cutPage(
  found: BoundedDocuments,
  limit: number,
): { documents: string[]; hasMore: boolean } {
  const end = found.indexOf(null)
  const within = end === -1 ? found : found.slice(0, end)
  const documents = within.slice(0, limit) as string[] // cut before the first null
  return { documents, hasMore: documents.length < found.length }
}

/** Below this the index of words finds few tasks, however common the word. */
const WALK_FROM = 20_000

/**
 * A common word occurs in so many tasks of a large tenant that finding them all takes seconds, while the newest few
 * thousand already have a page of them. A rare one is quick to find by the index and far apart on the walk. Which one
 * it is cannot be known beforehand. A walk of the square root of page × tasks finds the page, or shows the word to be so
 * rare that the index gives at most as many tasks again.
 */
async function searchNearPage(
  tx: Tx,
  words: string | undefined,
  list: { conditions: readonly Sql[]; order: Sql; limit: number; maxBytes: number },
): Promise<BoundedDocuments | undefined> {
  if (words === undefined) return undefined
  const tasks = await countNumbers(tx)
  if (tasks < WALK_FROM) return undefined
  return searchNearby(tx, { ...list, words, window: Math.ceil(Math.sqrt(list.limit * tasks)) })
}

/** Joined in one go: what is put together in steps is copied once more when it is sent. */
function toPage(documents: readonly string[], nextCursor: string | null): PageText {
  const pieces = documents.length > 0 ? [...documents] : ['']
  pieces[0] = `{"data":[${pieces[0]}`
  pieces.push(`${pieces.pop()}],"next_cursor":${JSON.stringify(nextCursor)}}`)
  return { json: pieces.join(','), nextCursor }
}

/** A parent that does not exist has no children; that is an empty list, not an error. */
export async function findParent(ctx: Context, reference: string): Promise<string | null> {
  const id =
    decodeId('task', reference) ?? (await findIdByNumber(ctx.tx, Number(reference.slice(2))))
  return id ?? null
}
