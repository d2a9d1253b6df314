// The audit log of a tenant in pages, and as a file that is made while it is sent.
import {
  type AuditEntry,
  type AuditFilter,
  type AuditListQuery,
  PAGE_LIMIT_DEFAULT,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { namesWanted, toEntry } from '../entry.ts'
import { walkEntries } from '../store/entries.ts'
import { findNames, findTaskId } from '../store/names.ts'
import { cutPage, type EntryFilter, readFilter, readSubject, WALK_ROWS } from '../walk.ts'

export async function listEntries(
  ctx: Context,
  query: AuditListQuery,
): Promise<{ data: AuditEntry[]; next_cursor: string | null }> {
  const { limit = PAGE_LIMIT_DEFAULT, cursor, ...filter } = query
  const { since, until } = filter
  const { actor_kind, actor_id, action, subject_id, effects_of } = filter
  const parts = [actor_kind, actor_id, action, subject_id, since, until, effects_of]
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `audit ${JSON.stringify(parts)}`,
  }
  const before = cursor === undefined ? undefined : String(decodeCursor(scope, cursor)[0])
  const { data, last } = await readPage(ctx, filter, before, limit)
  return { data, next_cursor: last === undefined ? null : encodeCursor(scope, [last]) }
}

async function readPage(
  ctx: Context,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<{ data: AuditEntry[]; last: string | undefined }> {
  const walk = { before, limit: limit + 1, window: WALK_ROWS, maxBytes: limitsOf(ctx).pageBytes }
  const wanted = await findSubject(ctx, filter)
  if (!wanted) return { data: [], last: undefined }
  const { rows: walked, isCut } = await walkEntries(ctx.tx, wanted, walk)
  const { rows, last } = cutPage(walked, limit, { window: WALK_ROWS, isCut })
  const found = rows.length === 0 ? [] : await findNames(ctx.tx, namesWanted(rows))
  const names = new Map(found.map((row) => [row.id, row]))
  return { data: rows.map((row) => toEntry(row, names)), last }
}

/** Undefined if the number is of no task. */
async function findSubject(ctx: Context, filter: AuditFilter): Promise<EntryFilter | undefined> {
  const subject = readSubject(filter.subject_id)
  if (typeof subject !== 'number') return readFilter(filter, subject)
  const id = await findTaskId(ctx.tx, subject)
  return id === undefined ? undefined : readFilter(filter, id)
}

type InTenant = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

const EXPORT_PAGE = 500

/**
 * Pages, each read after the previous one was consumed, so that a slow reader holds no connection or memory. Entries
 * written after the start are not included.
 */
export async function* exportEntries(
  inTenant: InTenant,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[], void, void> {
  let before: string | undefined
  const now = Date.now()
  const end = filter.until === undefined ? now : Math.min(now, new Date(filter.until).getTime())
  const until = new Date(end).toISOString()
  do {
    const page = await inTenant((ctx) => readPage(ctx, { ...filter, until }, before, EXPORT_PAGE))
    yield page.data
    before = page.last
  } while (before !== undefined)
}
