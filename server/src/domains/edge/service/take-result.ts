// Results: their pieces first, then the whole, which is checked and taken once. One that is late is taken as well.
import {
  type EdgeResult,
  type EdgeResults,
  type EdgeResultsTaken,
  type EdgeResultTaken,
  MAX_CHUNK_BYTES,
  MAX_RESULT_BYTES,
} from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { decodeId } from '#lib/ids.ts'
import { invalidFrame, tooManyUnfinished } from '../errors.ts'
import { withResultMemory } from '../result-memory.ts'
import { checkRows, MAX_ROW_BYTES } from '../rows-text.ts'
import { findJob, type JobRow } from '../store/jobs.ts'
import {
  COUNTED_BYTES,
  deleteChunksFrom,
  dropUnfinished,
  forgetOldRows,
  forgetOldShortRows,
  listUnfinished,
  saveChunk,
  saveResult,
  streamChunks,
  type Unfinished,
} from '../store/results.ts'
import { notify } from '../wakeup.ts'
import type { Admitted, EdgeSteps } from './steps.ts'

/** Of all results of a tenant that are kept; without a bound a statement that runs each minute would fill the disk. */
const MAX_STORED_BYTES = 256 * 2 ** 20
/** Of chunks whose result is not complete; a connector sends one result at a time. */
const MAX_UNFINISHED_BYTES = 128 * 2 ** 20
/** Connectors send longer ones in chunks. */
const MAX_SHORT_BYTES = MAX_CHUNK_BYTES
/** As many chunks, and as many results without chunks, as fit into the bound. */
const MAX_STORED_CHUNKS = MAX_STORED_BYTES / MAX_CHUNK_BYTES
const MAX_STORED_SHORT = MAX_STORED_BYTES / MAX_SHORT_BYTES

/** Of one that comes in chunks a few of them and one row are in memory, however long it is. */
const memoryFor = ({ byte_count: bytes }: Pick<EdgeResult, 'byte_count'>): number =>
  Math.min(bytes, MAX_ROW_BYTES + 4 * MAX_CHUNK_BYTES)

const MOST_CHUNKS = Math.ceil(MAX_RESULT_BYTES / MAX_CHUNK_BYTES) * 2

/** Of one connector, in results that are not complete: the longest one twice, as it is sent again. Small ones cost a row too. */
const MAX_UNFINISHED_CHUNKS = 2 * MOST_CHUNKS

/** Undefined for a job that was deleted or belongs to another connector: its result is discarded. */
async function lockJob(
  ctx: WorkContext,
  { connectorId }: Admitted,
  jobId: string,
): Promise<JobRow | undefined> {
  const id = decodeId('edge_job', jobId)
  const job = id && (await findJob(ctx.tx, id, { lock: true }))
  return job && job.connector_id === connectorId ? job : undefined
}

export async function takeChunk(
  steps: EdgeSteps,
  admitted: Admitted,
  chunk: { jobId: string; number: number; body: string },
): Promise<void> {
  if (chunk.number >= MOST_CHUNKS) throw invalidFrame(`Too many chunks: maximum ${MOST_CHUNKS}.`)
  await steps.write(async (ctx) => {
    const job = await lockJob(ctx, admitted, chunk.jobId)
    if (!job || job.result_sha256) return
    if (job.state !== 'running') {
      throw invalidFrame(
        `The job is ${job.state}; chunks are accepted for running jobs only. Send its result without rows.`,
      )
    }
    await makeRoom(ctx, { ...chunk, jobId: job.id }, job.connector_id)
    await saveChunk(ctx.tx, { ...chunk, jobId: job.id })
  })
}

/**
 * Beyond a limit, chunks of connectors that are gone and of newer jobs are deleted, and their results are sent again. Older
 * jobs keep theirs, so that one of them always completes. Two that come together may exceed a limit by a chunk.
 */
async function makeRoom(
  ctx: WorkContext,
  chunk: { jobId: string; number: number; body: string },
  connectorId: string,
): Promise<void> {
  const unfinished = await listUnfinished(ctx.tx, chunk)
  const chunksOf = (one: Unfinished) => (one.connector_id === connectorId ? one.chunks : 0)
  let excessBytes = Buffer.byteLength(chunk.body) - MAX_UNFINISHED_BYTES
  let excessChunks = 1 - MAX_UNFINISHED_CHUNKS
  for (const one of unfinished) {
    excessBytes += one.bytes
    excessChunks += chunksOf(one)
  }
  if (excessBytes <= 0 && excessChunks <= 0) return
  for (const one of listDispensable(unfinished, chunk.jobId, ctx.now)) {
    if (excessBytes <= 0 && (excessChunks <= 0 || chunksOf(one) === 0)) continue
    if (!(await dropUnfinished(ctx.tx, one.id))) continue
    excessBytes -= one.bytes
    excessChunks -= chunksOf(one)
  }
  if (excessBytes > 0) throw tooManyUnfinished('tenant', `${MAX_UNFINISHED_BYTES} bytes`)
  if (excessChunks > 0) throw tooManyUnfinished('connector', `${MAX_UNFINISHED_CHUNKS} chunks`)
}

/** Those of connectors that are gone, then those of newer jobs, the newest first. */
function listDispensable(
  unfinished: readonly Unfinished[],
  jobId: string,
  now: Date,
): Set<Unfinished> {
  const isGone = ({ lease_until: until }: Unfinished) => until !== null && until < now
  const others = unfinished.filter(({ id }) => id !== jobId)
  const newestFirst = others.filter(({ id }) => id > jobId).toReversed()
  return new Set([...others.filter(isGone), ...newestFirst])
}

export async function takeResult(
  steps: EdgeSteps,
  admitted: Admitted,
  jobId: string,
  result: EdgeResult,
): Promise<EdgeResultTaken> {
  checkLength(result)
  const taken = await withResultMemory(steps.tenantId, memoryFor(result), () =>
    steps.write((ctx) => takeOne(ctx, admitted, jobId, result)),
  )
  if (taken === undefined) return { taken: 'again' }
  notify(taken)
  return { taken: 'now' }
}

export async function takeResults(
  steps: EdgeSteps,
  admitted: Admitted,
  { results }: EdgeResults,
): Promise<EdgeResultsTaken> {
  for (const result of results) {
    if (result.chunk_count > 0) {
      throw invalidFrame(
        `${result.job}: chunk_count is ${result.chunk_count}, but /edge/results accepts only results without chunks. Send it to /edge/jobs/${result.job}/result.`,
      )
    }
    checkLength(result)
  }
  // In a fixed order, so that concurrent requests cannot deadlock.
  const sorted = results.toSorted((a, b) => (a.job < b.job ? -1 : 1))
  // They are checked one after the other.
  const bytes = Math.max(...results.map(memoryFor))
  const takeAll = async (ctx: WorkContext) => {
    const ids: string[] = []
    for (const { job, ...result } of sorted) {
      const id = await takeOne(ctx, admitted, job, result)
      if (id !== undefined) ids.push(id)
    }
    return ids
  }
  const taken = await withResultMemory(steps.tenantId, bytes, () => steps.write(takeAll))
  for (const id of taken) notify(id)
  return { taken: taken.length }
}

/** Its job; undefined when there is nothing to take. */
async function takeOne(
  ctx: WorkContext,
  admitted: Admitted,
  jobId: string,
  result: EdgeResult,
): Promise<string | undefined> {
  const job = await lockJob(ctx, admitted, jobId)
  if (!job || job.result_sha256) return undefined
  const inline = result.chunk_count === 0 ? inlineText(result) : null
  const { chunk_count: count } = result
  await checkRows(inline === null ? streamChunks(ctx.tx, job.id, count) : [inline], result)
  const late = job.state === 'expired' || job.state === 'canceled'
  await deleteChunksFrom(ctx.tx, job.id, result.chunk_count)
  await saveResult(ctx.tx, job.id, result, { late, rows: inline || null, now: ctx.now })
  if (count > 0) await forgetOldRows(ctx.tx, MAX_STORED_CHUNKS)
  else if (result.byte_count > COUNTED_BYTES) await forgetOldShortRows(ctx.tx, MAX_STORED_SHORT)
  return job.id
}

/** Before memory is taken for it: what is only claimed is to keep no other result waiting. */
function checkLength({ chunk_count: count, byte_count: byteCount }: EdgeResult): void {
  if (count === 0 && byteCount > MAX_SHORT_BYTES) {
    throw invalidFrame(
      `byte_count is ${byteCount}; rows of more than ${MAX_SHORT_BYTES} bytes must be sent in chunks.`,
    )
  }
}

/** Without any rows both nothing and an empty list are right. */
function inlineText({ rows, byte_count: byteCount }: EdgeResult): string {
  return rows || byteCount > 0 ? JSON.stringify(rows ?? []) : ''
}
