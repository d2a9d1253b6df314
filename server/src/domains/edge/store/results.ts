// SQL of results: chunks as they come, and the whole when it is right.
import type { EdgeResult } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

/** A chunk that is sent again replaces the earlier one; the checksum of the result shows whether the chunks match. */
export async function saveChunk(
  tx: Tx,
  chunk: { jobId: string; number: number; body: string },
): Promise<void> {
  await tx.rows(sql`
    insert into edge_job_chunks (tenant_id, job_id, number, body)
    values (${tx.tenantId}, ${chunk.jobId}, ${chunk.number}, ${chunk.body})
    on conflict (tenant_id, job_id, number) do update set body = excluded.body`)
}

export type Unfinished = {
  id: string
  connector_id: string
  lease_until: Date | null
  bytes: number
  chunks: number
}

/** Running jobs that have chunks, oldest first, with their bytes and number; without the chunk that is replaced. */
export function listUnfinished(
  tx: Tx,
  replaced: { jobId: string; number: number },
): Promise<Unfinished[]> {
  // Both conditions on the state: the first one is the index of open jobs.
  return tx.rows<Unfinished>(sql`
    select e.id, e.connector_id, e.lease_until, sum(octet_length(c.body))::float8 as bytes, count(*)::int as chunks
    from edge_jobs e join edge_job_chunks c on c.tenant_id = e.tenant_id and c.job_id = e.id
    where ${tx.mine('e')} and e.state in ('waiting', 'running') and e.state = 'running'
      and (c.job_id, c.number) <> (${replaced.jobId}, ${replaced.number})
    group by e.id, e.connector_id, e.lease_until order by e.id`)
}

/** False when a frame of it is being processed, or its result was: those chunks are in use. */
export async function dropUnfinished(tx: Tx, jobId: string): Promise<boolean> {
  const job = await tx.row(sql`
    select id from edge_jobs where ${tx.mine()} and id = ${jobId} and result_sha256 is null for update skip locked`)
  if (job) await deleteChunksFrom(tx, jobId, 0)
  return job !== undefined
}

/** So many at a time: what is read ahead of the reader is memory. */
const CHUNKS_AT_ONCE = 4

type ChunkRow = { number: number; body: string }

/** In order, without the one after a gap: the reader compares with the announced count. */
export async function* streamChunks(tx: Tx, jobId: string, count: number): AsyncGenerator<string> {
  for (let from = 0; from < count; from += CHUNKS_AT_ONCE) {
    const to = Math.min(count, from + CHUNKS_AT_ONCE)
    const rows = await tx.rows<ChunkRow>(sql`
      select number, body from edge_job_chunks
      where ${tx.mine()} and job_id = ${jobId} and number >= ${from} and number < ${to} order by number`)
    for (const [at, { number, body }] of rows.entries()) {
      if (number !== from + at) return
      yield body
    }
    if (rows.length < to - from) return
  }
}

/** Of an earlier, longer result that was never finished. */
export async function deleteChunksFrom(tx: Tx, jobId: string, count: number): Promise<void> {
  await tx.rows(sql`
    delete from edge_job_chunks where ${tx.mine()} and job_id = ${jobId} and number >= ${count}`)
}

export async function saveResult(
  tx: Tx,
  jobId: string,
  result: EdgeResult,
  { late, rows, now }: { late: boolean; rows: string | null; now: Date },
): Promise<void> {
  await tx.rows(sql`
    update edge_jobs set state = ${result.outcome}, problem = ${result.problem ? JSON.stringify(result.problem) : null},
      columns = ${JSON.stringify(result.columns)}, row_count = ${result.row_count},
      changed_count = ${result.changed_count ?? null}, byte_count = ${result.byte_count},
      truncated = ${result.truncated}, late = ${late}, duration_ms = ${result.duration_ms}, rows = ${rows},
      chunk_count = ${result.chunk_count}, result_sha256 = ${result.sha256}, ended_at = ${now}, lease_until = null
    where ${tx.mine()} and id = ${jobId}`)
}

/** What it brought is somewhere else by now; that it was there stays. */
export async function forgetRows(tx: Tx, jobId: string): Promise<void> {
  await tx.rows(sql`
    update edge_jobs set rows = null, chunk_count = 0 where ${tx.mine()} and id = ${jobId}`)
  await deleteChunksFrom(tx, jobId, 0)
}

/** Chunks that are looked at behind those that stay: more than one result adds. */
const FORGOTTEN_AT_ONCE = 300

/**
 * Of results in chunks the newest stay, as many as have `keepChunks` together; of the others stays that they were there.
 * Counted, not summed: the keys alone tell, and no chunk is read. Those of results that are not complete do not count, they have
 * a limit of their own.
 */
export async function forgetOldRows(tx: Tx, keepChunks: number): Promise<void> {
  const old = await tx.rows<{ job_id: string }>(sql`
    select distinct o.job_id from (
      select c.job_id from edge_job_chunks c
      join edge_jobs e on ${tx.mine('e')} and e.id = c.job_id and e.result_sha256 is not null
      where ${tx.mine('c')}
      order by c.job_id desc, c.number desc offset ${keepChunks} limit ${FORGOTTEN_AT_ONCE}) o`)
  for (const { job_id: jobId } of old) await forgetRows(tx, jobId)
}

/** Smaller ones are about as long as the row of their job, and go with it. The index that finds the others has the same number. */
export const COUNTED_BYTES = 4_096

/** Of results without chunks the newest `keep` keep their rows. Counted, not summed: the count alone is in an index. */
export async function forgetOldShortRows(tx: Tx, keep: number): Promise<void> {
  // A few more than one result adds, so that what was stored before the bound goes as well.
  const old = await tx.rows<{ id: string }>(sql`
    select id from edge_jobs where ${tx.mine()} and rows is not null and byte_count > 4096
    order by id desc offset ${keep} limit 100`)
  for (const { id } of old) await forgetRows(tx, id)
}

/** JSON text, in pieces; those behind the last one that is asked for are never read. */
export async function* streamRows(
  tx: Tx,
  { id, chunk_count: count }: { id: string; chunk_count: number },
): AsyncGenerator<string> {
  if (count > 0) return yield* streamChunks(tx, id, count)
  const row = await tx.row<{ rows: string | null }>(
    sql`select rows::text as rows from edge_jobs where ${tx.mine()} and id = ${id}`,
  )
  if (row?.rows) yield row.rows
}
