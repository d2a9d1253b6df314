// SQL of signals as they are seen to.
import type { RemoteRef } from '@task-service/kit'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type SignalRow = {
  id: string
  kind: 'task' | 'new' | 'hint' | 'pull'
  task_id: string | null
  detail: { ref?: RemoteRef; kind?: string; full?: boolean } | null
}

/** What a vendor says in a hint may be as large as its message. */
const DETAIL_BYTES = 4 * 1024 * 1024

/** Oldest first, up to a byte budget and at least one; `isFull` when there is probably more. */
export async function listSignals(tx: Tx, integrationId: string, limit: number) {
  const rows = await tx.rows<SignalRow & { total: number }>(sql`
    select id, kind, task_id, detail, total::int as total
    from (
      select s.*, sum(bytes) over (order by id rows unbounded preceding) as total
      from (
        select id, kind, task_id, detail, coalesce(octet_length(detail::text), 0) as bytes
        from sync_signals where ${tx.mine()} and integration_id = ${integrationId} order by id limit ${limit}) as s
    ) as s
    where total - bytes < ${DETAIL_BYTES}
    order by id`)
  const isFull = rows.length === limit || Number(rows.at(-1)?.total) >= DETAIL_BYTES
  return { signals: rows, isFull }
}

export async function deleteSignals(
  tx: Tx,
  integrationId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from sync_signals
    where ${tx.mine()} and integration_id = ${integrationId} and id = any (${ids}::uuid[])`)
}

/** Whether a sync was requested besides the known requests. */
export async function isAskedBesides(
  tx: Tx,
  integrationId: string,
  known: readonly string[],
): Promise<boolean> {
  const row = await tx.row(sql`
    select id from sync_signals
    where ${tx.mine()} and integration_id = ${integrationId} and kind = 'pull' and id <> all (${known}::uuid[])
    limit 1`)
  return row !== undefined
}
