// A job as clients see it. A waiting job counts as expired before its row is updated.
import type { EdgeJob, EdgeJobWithRows } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { type Most, type RowsPreview, takeSomeRows } from '../rows-text.ts'
import type { JobRow } from '../store/jobs.ts'
import { streamRows } from '../store/results.ts'

export const SHOWN: Most = { rows: 1_000, bytes: 2 ** 20 }

const iso = (at: Date | null) => at?.toISOString() ?? null

export function toJob(row: JobRow, now: Date): EdgeJob {
  const isTooLate = row.state === 'waiting' && row.expires_at <= now
  return {
    id: encodeId('edge_job', row.id),
    connector_id: encodeId('connector', row.connector_id),
    integration_id: row.integration_id && encodeId('integration', row.integration_id),
    database: row.database,
    statement: row.statement,
    params: row.params,
    state: isTooLate ? 'expired' : row.state,
    attempts: row.attempts,
    problem: row.problem,
    row_count: row.row_count,
    changed_count: row.changed_count,
    byte_count: row.byte_count,
    truncated: row.truncated,
    late: row.late,
    duration_ms: row.duration_ms,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    taken_at: iso(row.taken_at),
    ended_at: iso(isTooLate ? row.expires_at : row.ended_at),
  }
}

/** The first ones. A result may be 32 MiB, and no more of it is read than is asked for. */
export async function readRows(
  { tx }: Pick<WorkContext, 'tx'>,
  row: JobRow,
  most: Most,
): Promise<RowsPreview> {
  return row.result_sha256 ? takeSomeRows(streamRows(tx, row), most) : { rows: [], isCut: false }
}

export async function showJob(
  ctx: Pick<WorkContext, 'tx' | 'now'>,
  row: JobRow,
): Promise<EdgeJobWithRows> {
  const { rows } = await readRows(ctx, row, SHOWN)
  return { ...toJob(row, ctx.now), columns: row.columns ?? [], rows }
}
