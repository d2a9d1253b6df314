// SQL of messages from vendors.
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type InboundRow = {
  id: string
  delivery_id: string | null
  received_at: Date
  outcome: 'accepted' | 'duplicate' | 'refused'
  reason: string | null
  hint_count: number
  body_bytes: number
}

/** False when a message with this id was accepted before. */
export async function insertInbound(
  tx: Tx,
  integrationId: string,
  row: InboundRow,
): Promise<boolean> {
  const stored = await tx.row(sql`
    insert into inbound_messages (tenant_id, integration_id, id, delivery_id, received_at, outcome, reason, hint_count,
      body_bytes)
    values (${tx.tenantId}, ${integrationId}, ${row.id}, ${row.delivery_id}, ${row.received_at}, ${row.outcome},
      ${row.reason}, ${row.hint_count}, ${row.body_bytes})
    on conflict (tenant_id, integration_id, delivery_id) where outcome = 'accepted' and delivery_id is not null
    do nothing
    returning id`)
  return stored !== undefined
}

/** Newest first. */
export function listInbound(
  tx: Tx,
  integrationId: string,
  before: string | undefined,
  limit: number,
): Promise<InboundRow[]> {
  return tx.rows<InboundRow>(sql`
    select id, delivery_id, received_at, outcome, reason, hint_count, body_bytes from inbound_messages
    where ${tx.mine()} and integration_id = ${integrationId} ${before ? sql`and id < ${before}` : empty}
    order by id desc limit ${limit}`)
}
