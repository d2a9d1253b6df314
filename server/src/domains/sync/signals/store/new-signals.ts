// SQL that signals possible work to an integration. Signals are only inserted, so that a writer never waits for a
// worker.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { uuidv7 } from '#lib/uuid.ts'

export type NewSignal = {
  kind: 'task' | 'new' | 'hint' | 'pull'
  task_id?: string
  detail?: object
}

export async function insertSignals(
  tx: Tx,
  integrationId: string,
  signals: readonly NewSignal[],
): Promise<void> {
  if (signals.length === 0) return
  const rows = signals.map((signal) => ({ ...signal, id: uuidv7() }))
  await tx.rows(sql`
    insert into sync_signals (tenant_id, id, integration_id, kind, task_id, detail)
    select ${tx.tenantId}, id, ${integrationId}, kind, task_id, detail
    from json_to_recordset(${JSON.stringify(rows)}) as s (id uuid, kind text, task_id uuid, detail json)`)
}
