// Listing, reading and canceling the jobs of a connector.
import type { EdgeJob, EdgeJobState, EdgeJobWithRows } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getConnectorRow, recordConnectorAct } from '#domains/connectors/index.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { edgeJobNotFound, edgeJobNotWaiting } from '../errors.ts'
import { cancelJob, findJob, type JobRow, listJobs } from '../store/jobs.ts'
import { deleteChunksFrom } from '../store/results.ts'
import { showJob, toJob } from './show-job.ts'

type PageRequest = {
  limit: number
  cursor?: string | undefined
  state?: EdgeJobState | undefined
}

export async function listJobPage(
  ctx: Context,
  connectorId: string,
  page: PageRequest,
): Promise<{ data: EdgeJob[]; next_cursor: string | null }> {
  const { id } = await getConnectorRow(ctx, connectorId)
  const query = `edge_jobs ${id} ${page.state ?? ''}`
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query }
  const before = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const { state } = page
  const { rows: found, isCut } = await listJobs(ctx.tx, {
    connectorId: id,
    state,
    before,
    limit: page.limit + 1,
    maxBytes: limitsOf(ctx).pageBytes,
  })
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  return {
    data: rows.map((row) => toJob(row, ctx.now)),
    next_cursor:
      (isCut || found.length > page.limit) && last ? encodeCursor(scope, [last.id]) : null,
  }
}

type Names = { connector: string; job: string }

async function getJobRow(
  ctx: Context,
  { connector, job }: Names,
  options: { lock?: boolean } = {},
): Promise<JobRow> {
  const { id: connectorId } = await getConnectorRow(ctx, connector)
  const id = decodeId('edge_job', job)
  const row = id && (await findJob(ctx.tx, id, options))
  if (!row || row.connector_id !== connectorId) throw edgeJobNotFound()
  return row
}

export async function getJob(ctx: Context, names: Names): Promise<EdgeJobWithRows> {
  return showJob(ctx, await getJobRow(ctx, names))
}

export async function cancelWaitingJob(ctx: Context, names: Names): Promise<EdgeJob> {
  const row = await getJobRow(ctx, names, { lock: true })
  const canceled = await cancelJob(ctx.tx, row.id, ctx.now)
  if (!canceled) throw edgeJobNotWaiting(row.state)
  await deleteChunksFrom(ctx.tx, row.id, 0)
  const job = encodeId('edge_job', row.id)
  await recordConnectorAct(ctx, row.connector_id, 'job_canceled', [
    { field: 'job', from: job, to: null },
  ])
  return toJob(canceled, ctx.now)
}
