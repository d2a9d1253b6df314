// Links, conflicts and write-backs in pages, the newest first.
import {
  type Conflict,
  type Link,
  type LinkExplanation,
  PAGE_LIMIT_DEFAULT,
  type WriteBack,
} from '@task-service/contract'
import type { Bounded, PagePlace } from '#db/bounded-page.ts'
import type { Context } from '#db/context.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import {
  type ConflictRow,
  findConflict,
  listConflicts as listConflictRows,
} from '../store/conflicts.ts'
import { listSteps } from '../store/history.ts'
import { findLink as findLinkRow, type LinkRow, listLinks as listLinkRows } from '../store/links.ts'
import {
  findWriteBack as findWriteBackRow,
  listWriteBacks as listWriteBackRows,
  type WriteBackRow,
} from '../store/write-backs.ts'
import { describeConflict, describeLink, describeStep, describeWriteBack } from './describe-link.ts'

export type RecordQuery<State> = {
  integration?: string | undefined
  task?: string | undefined
  state?: State | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type RecordPage<T> = { data: T[]; next_cursor: string | null }

type Filter<State> = {
  integrationId?: string | undefined
  taskId?: string | undefined
  state?: State | undefined
}

async function listRecords<Row extends { id: string }, State extends string, Resource>(
  ctx: Context,
  query: RecordQuery<State>,
  what: {
    name: string
    read: (filter: Filter<State>, place: PagePlace) => Promise<Bounded<Row>>
    describe: (row: Row) => Resource
  },
): Promise<RecordPage<Resource>> {
  const { limit = PAGE_LIMIT_DEFAULT, cursor, integration, task, state } = query
  const filter: Filter<State> = {
    state,
    integrationId: integration && decodeId('integration', integration),
    taskId: task && (await getTaskUuid(ctx, task)),
  }
  const words = JSON.stringify([filter.integrationId, filter.taskId, state])
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `${what.name} ${words}`,
  }
  const before = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const place = { before, limit: limit + 1, maxBytes: limitsOf(ctx).pageBytes }
  const { rows, isCut } = await what.read(filter, place)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = isCut || rows.length > limit
  const nextCursor = hasMore && last ? encodeCursor(scope, [last.id]) : null
  return { data: shown.map(what.describe), next_cursor: nextCursor }
}

export function listLinks(
  ctx: Context,
  query: RecordQuery<Link['state']>,
): Promise<RecordPage<Link>> {
  return listRecords<LinkRow, Link['state'], Link>(ctx, query, {
    name: 'links',
    read: (filter, place) => listLinkRows(ctx.tx, filter, place),
    describe: describeLink,
  })
}

export function listConflicts(
  ctx: Context,
  query: RecordQuery<Conflict['state']>,
): Promise<RecordPage<Conflict>> {
  return listRecords<ConflictRow, Conflict['state'], Conflict>(ctx, query, {
    name: 'conflicts',
    read: (filter, place) => listConflictRows(ctx.tx, filter, place),
    describe: describeConflict,
  })
}

export function listWriteBacks(
  ctx: Context,
  query: RecordQuery<WriteBack['state']>,
): Promise<RecordPage<WriteBack>> {
  return listRecords<WriteBackRow, WriteBack['state'], WriteBack>(ctx, query, {
    name: 'write-backs',
    read: (filter, place) => listWriteBackRows(ctx.tx, filter, place),
    describe: describeWriteBack,
  })
}

/** Each of these by the id clients see; nothing when there is none. */
export async function findLink(ctx: Context, id: string): Promise<Link | undefined> {
  const row = await findLinkRow(ctx.tx, decodeId('link', id) ?? '')
  return row && describeLink(row)
}

export async function findConflictById(ctx: Context, id: string): Promise<Conflict | undefined> {
  const row = await findConflict(ctx.tx, decodeId('conflict', id) ?? '')
  return row && describeConflict(row)
}

export async function findWriteBack(ctx: Context, id: string): Promise<WriteBack | undefined> {
  const row = await findWriteBackRow(ctx.tx, decodeId('write_back', id) ?? '')
  return row && describeWriteBack(row)
}

const STEPS_SHOWN = 100

export async function explainLink(ctx: Context, id: string): Promise<LinkExplanation | undefined> {
  const row = await findLinkRow(ctx.tx, decodeId('link', id) ?? '')
  if (!row) return undefined
  const steps = await listSteps(ctx.tx, row.id, STEPS_SHOWN)
  return { link: describeLink(row), agreed: row.shadow, steps: steps.map(describeStep) }
}
