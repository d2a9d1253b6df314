// A page of tasks as text: the stored documents are joined, never taken apart.
import { PAGE_LIMIT_DEFAULT, type TaskListQuery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { type FieldUse, resolveFields } from '#domains/fields/index.ts'
import { type CursorPosition, decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { parseFreshness, printFreshness } from '#lib/freshness/freshness.ts'
import { decodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { listByField, listFoundByField } from './field-page.ts'
import { afterPosition, conditionsOf, orderBy, parseSort, positionOf, scopeOf } from './listing.ts'
import { exclusionsOf, foundIds, isIndexed, matchOf, sourceOf, taskOf } from './search.ts'
import { type Alternative, parseSearch } from './search-terms.ts'
import {
  type BoundedDocuments,
  countNumbers,
  findIdByNumber,
  hasChangedSince,
  listDocuments,
  type PageQuery,
  pageOfFound,
  walkPage,
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
  const fields = await resolveFields(ctx, query)
  // A field that was deleted and defined again may have values of another type.
  const order = fields.sort ? ` ${fields.sort.id}` : ''
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: scopeOf(query) + order }
  const position = query.cursor === undefined ? undefined : decodeCursor(scope, query.cursor)
  const part = { position, limit, maxBytes: limitsOf(ctx).pageBytes }
  const { documents, next } = await readPart(ctx, query, part, fields)
  return toPage(documents, next && encodeCursor(scope, next))
}

export type PagePart = { position: CursorPosition | undefined; limit: number; maxBytes: number }

/** For readers that keep the position between two pages themselves. */
export async function readPage(ctx: Context, query: ListQuery, part: PagePart): Promise<PageRead> {
  return readPart(ctx, query, part, await resolveFields(ctx, query))
}

/** The documents of a page, and the position at which the next one begins. */
type PageRead = { documents: string[]; next: CursorPosition | null }

async function readPart(
  ctx: Context,
  query: ListQuery,
  { position, limit, maxBytes }: PagePart,
  fields: FieldUse,
): Promise<PageRead> {
  const parent = query.parent === undefined ? undefined : await findParent(ctx, query.parent)
  if (parent === null) return { documents: [], next: null }
  const conditions = [...conditionsOf(ctx.tx, query, parent), ...fields.conditions]
  const list = { conditions, position, limit: limit + 1, maxBytes }
  const read = fields.sort
    ? await readByField(ctx, query, list, fields)
    : await readBySort(ctx, query, list)
  const { documents, hasMore } = cutPage(read.documents, limit)
  return { documents, next: hasMore ? read.positionAt(documents.length - 1) : null }
}

type ListQuery = Omit<TaskListQuery, 'limit' | 'cursor'>

type ListPart = PagePart & { conditions: Sql[] }
/** Documents, and where a page ends that ends with one of them. */
type Read = { documents: BoundedDocuments; positionAt: (place: number) => CursorPosition }

async function readBySort(ctx: Context, query: ListQuery, part: ListPart): Promise<Read> {
  const { conditions, position, limit, maxBytes } = part
  const sort = parseSort(query.sort)
  const search = query.q === undefined ? undefined : parseSearch(query.q)
  // A plan made for the values of a small tenant would serve a large one badly.
  const usesCustomPlan = conditions.length > 0 || search !== undefined
  if (search?.length === 0) conditions.push(matchOf(search))
  if (position) conditions.push(afterPosition(sort, position))
  const list = { conditions, order: orderBy(sort), limit, maxBytes }
  const documents = search?.length
    ? await searchPage(ctx.tx, search, list)
    : await listDocuments(ctx.tx, { ...list, source: sql`tasks t`, read: { usesCustomPlan } })
  return { documents, positionAt: (place) => positionOf(sort, documents[place] ?? '') }
}

/** A search finds its tasks first, and they are sorted by the field. */
async function readByField(
  ctx: Context,
  { q, sort }: ListQuery,
  { conditions, ...part }: ListPart,
  { sort: field, hasOnlyValues }: FieldUse,
): Promise<Read> {
  if (!field) throw new Error('not sorted by a custom field')
  const search = q === undefined ? undefined : parseSearch(q)
  if (search) {
    conditions.push(...(search.length === 0 ? [matchOf(search)] : exclusionsOf(search)))
  }
  const order = { ...field, descending: sort?.startsWith('-') ?? false }
  const list = { ...part, conditions, order }
  const { documents, positions } = search?.length
    ? await listFoundByField(ctx.tx, list, sourceOf(ctx.tx, search))
    : await listByField(ctx.tx, { ...list, hasOnlyValues })
  return { documents, positionAt: (place) => positions[place] ?? [] }
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

/** Up to this many tasks, looking at all of them takes no longer than the index, which serves all tenants together. */
const WALK_ALL = 1_000
/** A term that none of these has is rare. */
const SAMPLE = 200

/**
 * A common term occurs in so many tasks of a large tenant that finding them all takes seconds, while the newest few have a
 * page of them. A rare one is quick to find by the index and far apart on a walk through the list. The first tasks of the
 * list tell which one it is. A walk of the square root of page × tasks finds the page, or shows that the index finds about as
 * many tasks at most; and the index finds that few, or shows that the walk fills the page.
 */
async function searchPage(
  tx: Tx,
  search: readonly Alternative[],
  list: PageQuery,
): Promise<BoundedDocuments> {
  const tasks = await countNumbers(tx)
  const most = Math.max(WALK_ALL, Math.ceil(Math.sqrt(list.limit * tasks)))
  const walk = (window: number) => walkPage(tx, { ...list, match: matchOf(search), window })
  const sample = await walk(tasks <= WALK_ALL ? most + 1 : SAMPLE)
  if (sample.isComplete) return sample.documents
  const whole = { ...list, conditions: [...list.conditions, ...exclusionsOf(search)] }
  if (sample.documents.length === 0 && isIndexed(search)) {
    const ids = foundIds(search, most + 1)
    const few = await pageOfFound(tx, { ...whole, ids, task: taskOf(tx), most })
    if (few) return few
  }
  const walked = await walk(most)
  if (walked.isComplete) return walked.documents
  const read = { usesCustomPlan: true, isExpensive: true }
  return listDocuments(tx, { ...whole, source: sourceOf(tx, search), read })
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
