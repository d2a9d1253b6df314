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

/** Oldest first. */
export function listSignals(tx: Tx, integrationId: string, limit: number): Promise<SignalRow[]> {
  return tx.rows<SignalRow>(sql`
    select id, kind, task_id, detail from sync_signals
    where ${tx.mine()} and integration_id = ${integrationId} order by id limit ${limit}`)
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

/** Whether somebody asked for a reading besides those who are known. */
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
