// SQL of the health that connectors report, and of the flags that they get.
import type { Announce, Poll } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ConnectorSession = { connectorId: string; sessionId: string }

export async function saveAnnouncement(
  tx: Tx,
  admitted: ConnectorSession,
  said: Announce,
  now: Date,
): Promise<void> {
  await tx.rows(sql`
    update connectors set facts = ${JSON.stringify(said.facts)}, statements = ${JSON.stringify(said.statements)},
      policy_digest = ${said.policy_digest}, announced_at = ${now}
    where ${tx.mine()} and id = ${admitted.connectorId} and session_id = ${admitted.sessionId}`)
}

export type ConnectorFlags = { paused: boolean; rotate: boolean; policy_digest: string | null }

/** Undefined when the session has ended. The row stays locked, so the session cannot end while jobs are handed out. */
export function saveHealth(
  tx: Tx,
  admitted: ConnectorSession,
  said: Poll,
): Promise<ConnectorFlags | undefined> {
  return tx.row<ConnectorFlags>(sql`
    update connectors set databases = ${JSON.stringify(said.databases)}, waiting_results = ${said.waiting},
      lag_ms = ${said.lag_ms}
    where ${tx.mine()} and id = ${admitted.connectorId} and session_id = ${admitted.sessionId} and revoked_at is null
      and frozen_at is null
    returning paused, rotate_asked_at is not null as rotate, policy_digest`)
}

export type Sign = {
  id: string
  session_id: string | null
  paused: boolean
  rotate: boolean
  has_work: boolean
}

/** What those who wait have to hear about; a connector that was removed is not among them. */
export function listSigns(tx: Tx, ids: readonly string[], now: Date): Promise<Sign[]> {
  return tx.rows<Sign>(sql`
    select c.id, case when c.revoked_at is null and c.frozen_at is null then c.session_id end as session_id, c.paused,
      c.rotate_asked_at is not null as rotate,
      exists (select from edge_jobs e where ${tx.mine('e')} and e.connector_id = c.id
        and e.state in ('waiting', 'running') and e.statement is not null
        and case e.state when 'waiting' then e.expires_at > ${now} else e.lease_until < ${now} end) as has_work
    from connectors c
    where ${tx.mine('c')} and c.id = any(${[...ids]})`)
}
