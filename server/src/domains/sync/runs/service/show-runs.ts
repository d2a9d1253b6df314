// Runs, failures and messages as clients see them, in pages.
import { PAGE_LIMIT_DEFAULT, type SyncFailure, type SyncRun } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { listFailures as listFailureRows } from '#domains/sync/reconcile/index.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { type InboundRow, listInbound as listInboundRows } from '../store/inbound.ts'
import {
  findLastEnded,
  findRunning,
  findRun as findRunRow,
  listRuns as listRunRows,
  type RunRow,
} from '../store/runs.ts'

/** Longer than a holder may be silent while it works. */
const SILENT_MS = 30_000

export function describeRun(row: RunRow, now: Date): SyncRun {
  const isSilent = now.getTime() - row.heartbeat_at.getTime() > SILENT_MS
  return {
    id: encodeId('sync_run', row.id),
    integration_id: encodeId('integration', row.integration_id),
    kind: row.kind,
    cause: row.cause,
    state: row.state === 'running' && isSilent ? 'stalled' : row.state,
    started_at: row.started_at.toISOString(),
    heartbeat_at: row.heartbeat_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    read: row.read_count,
    created: row.created_count,
    changed: row.changed_count,
    removed: row.removed_count,
    failed: row.failed_count,
    total: row.total_count,
    error: row.error,
    log: row.log,
  }
}

type PageQuery = { limit?: number | undefined; cursor?: string | undefined }
type Page<T> = { data: T[]; next_cursor: string | null }

async function listPage<Row, Resource>(
  ctx: Context,
  name: string,
  { limit = PAGE_LIMIT_DEFAULT, cursor }: PageQuery,
  what: {
    read: (after: string | undefined, limit: number) => Promise<Row[]>
    key: (row: Row) => string
    describe: (row: Row) => Resource
  },
): Promise<Page<Resource>> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: name }
  const after = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const rows = await what.read(after, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor(scope, [what.key(last)]) : null
  return { data: shown.map(what.describe), next_cursor: nextCursor }
}

/** All of these by the row id of an integration that exists. */
export function listRuns(
  ctx: Context,
  integrationId: string,
  query: PageQuery,
): Promise<Page<SyncRun>> {
  return listPage(ctx, `runs ${integrationId}`, query, {
    read: (before, limit) => listRunRows(ctx.tx, integrationId, before, limit),
    key: (row) => row.id,
    describe: (row) => describeRun(row, ctx.now),
  })
}

export async function findRun(ctx: Context, id: string): Promise<SyncRun | undefined> {
  const uuid = decodeId('sync_run', id)
  const row = uuid && (await findRunRow(ctx.tx, uuid))
  return row ? describeRun(row, ctx.now) : undefined
}

/** The last result and the current run, separately. */
export async function readProgress(
  ctx: Pick<Context, 'tx' | 'now'>,
  integrationId: string,
): Promise<{ last: SyncRun | null; now: SyncRun | null }> {
  const [last, running] = await Promise.all([
    findLastEnded(ctx.tx, integrationId),
    findRunning(ctx.tx, integrationId),
  ])
  return {
    last: last ? describeRun(last, ctx.now) : null,
    now: running ? describeRun(running, ctx.now) : null,
  }
}

export function listFailures(
  ctx: Context,
  integrationId: string,
  query: PageQuery,
): Promise<Page<SyncFailure>> {
  return listPage(ctx, `failures ${integrationId}`, query, {
    read: (after, limit) => listFailureRows(ctx.tx, integrationId, after, limit),
    key: (row) => row.external_id,
    describe: (row) => ({
      ...row,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    }),
  })
}

export type InboundMessage = Omit<InboundRow, 'received_at'> & { received_at: string }

export function listInbound(
  ctx: Context,
  integrationId: string,
  query: PageQuery,
): Promise<Page<InboundMessage>> {
  return listPage(ctx, `inbound ${integrationId}`, query, {
    read: (before, limit) => listInboundRows(ctx.tx, integrationId, before, limit),
    key: (row) => row.id,
    describe: (row) => ({
      ...row,
      id: encodeId('inbound', row.id),
      received_at: row.received_at.toISOString(),
    }),
  })
}
