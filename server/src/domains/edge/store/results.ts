// SQL of results: chunks as they come, and the whole when it is right.
import type { EdgeResult } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

/** Sent again it takes the place of the one before; whether all belong together is told by the checksum of the whole. */
export async function saveChunk(
  tx: Tx,
  chunk: { jobId: string; number: number; body: string },
): Promise<void> {
  await tx.rows(sql`
    insert into edge_job_chunks (tenant_id, job_id, number, body)
    values (${tx.tenantId}, ${chunk.jobId}, ${chunk.number}, ${chunk.body})
    on conflict (tenant_id, job_id, number) do update set body = excluded.body`)
}

export function listChunks(
  tx: Tx,
  jobId: string,
  count: number,
): Promise<{ number: number; body: string }[]> {
  return tx.rows(sql`
    select number, body from edge_job_chunks
    where ${tx.mine()} and job_id = ${jobId} and number < ${count} order by number`)
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
    update edge_jobs set rows = '[]', chunk_count = 0 where ${tx.mine()} and id = ${jobId}`)
  await deleteChunksFrom(tx, jobId, 0)
}

/** As JSON text. */
export async function findRowsText(tx: Tx, jobId: string): Promise<string> {
  const row = await tx.row<{ rows: string | null }>(
    sql`select rows::text as rows from edge_jobs where ${tx.mine()} and id = ${jobId}`,
  )
  if (row?.rows) return row.rows
  const chunks = await tx.rows<{ body: string }>(sql`
    select body from edge_job_chunks where ${tx.mine()} and job_id = ${jobId} order by number`)
  return chunks.map(({ body }) => body).join('')
}
