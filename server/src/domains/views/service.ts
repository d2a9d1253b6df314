// The rules of saved views: a caller sees those that are shared and its own, and each change leaves an audit entry.
import { isDeepStrictEqual } from 'node:util'
import {
  type FieldChange,
  VIEW_POSITION_MAX,
  type View,
  type ViewChange,
  type ViewCreate,
  type ViewQuery,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { actorText, parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { mergePatch } from '#lib/json/merge-patch.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { versionMismatch, viewNotFound } from './errors.ts'
import {
  deleteView,
  findLastPosition,
  findView,
  insertView,
  listViews,
  updateView,
  type ViewRow,
} from './store.ts'

type Expected = { version?: number }

function toView(row: ViewRow): View {
  return {
    id: encodeId('view', row.id),
    name: row.name,
    kind: row.kind,
    query: row.query,
    columns: row.columns,
    shared: row.shared,
    owner: parseActor(row.owner),
    position: row.position,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

async function getRow(
  ctx: Context,
  viewId: string,
  options: { lock?: boolean } = {},
): Promise<ViewRow> {
  const id = decodeId('view', viewId)
  const row = id && (await findView(ctx.tx, { id, viewer: actorText(ctx.actor) }, options))
  if (!row) throw viewNotFound()
  return row
}

async function lockVersion(ctx: Context, viewId: string, expected: Expected): Promise<ViewRow> {
  const row = await getRow(ctx, viewId, { lock: true })
  const { version = row.version } = expected
  if (version !== row.version) throw versionMismatch(row.version)
  return row
}

async function record(
  ctx: Context,
  id: string,
  act: 'created' | 'updated' | 'deleted',
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `view.${act}`, subjectId: id, changes }])
}

export async function createView(ctx: Context, input: ViewCreate): Promise<View> {
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const row: ViewRow = {
    id,
    name: input.name,
    kind: input.kind ?? 'list',
    query: input.query ?? {},
    columns: input.columns ?? null,
    shared: input.shared ?? false,
    owner: actorText(ctx.actor),
    position: input.position ?? (await positionAtEnd(ctx)),
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
  }
  await Promise.all([insertView(ctx.tx, row), record(ctx, id, 'created')])
  return toView(row)
}

/** Behind all others, as far as there is room. */
async function positionAtEnd(ctx: Context): Promise<number> {
  const last = await findLastPosition(ctx.tx)
  return last === undefined ? 0 : Math.min(last + 1, VIEW_POSITION_MAX)
}

export async function getView(ctx: Context, viewId: string): Promise<View> {
  return toView(await getRow(ctx, viewId))
}

const compared = ['name', 'kind', 'query', 'columns', 'shared', 'position'] as const

export async function changeView(
  ctx: Context,
  viewId: string,
  { query, ...change }: ViewChange,
  expected: Expected,
): Promise<View> {
  const before = await lockVersion(ctx, viewId, expected)
  const after: ViewRow = {
    ...before,
    ...change,
    // Every filter of the patch is one that a view may have, or null.
    query: query ? (mergePatch(before.query, query) as ViewQuery) : before.query,
  }
  const changed = compared.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return toView(before)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  const changes = changed.map((field) => ({ field, from: before[field], to: after[field] }))
  await Promise.all([updateView(ctx.tx, next), record(ctx, before.id, 'updated', changes)])
  return toView(next)
}

export async function removeView(ctx: Context, viewId: string, expected: Expected): Promise<void> {
  const { id } = await lockVersion(ctx, viewId, expected)
  await Promise.all([deleteView(ctx.tx, id), record(ctx, id, 'deleted')])
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: View[]; next_cursor: string | null }> {
  const viewer = actorText(ctx.actor)
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: `views ${viewer}` }
  const [position, id] = page.cursor ? decodeCursor(scope, page.cursor) : []
  const after = id === undefined ? undefined : { position: Number(position), id: String(id) }
  const rows = await listViews(ctx.tx, { viewer, after, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    data: shown.map(toView),
    next_cursor: last ? encodeCursor(scope, [last.position, last.id]) : null,
  }
}
