// SQL of what tells which webhooks want which events: the webhooks, and the content of the events.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import type { StoredSubscription } from '#domains/webhooks/index.ts'
import type { LoggedEvent } from '#events/logged-event.ts'

export function listSubscriptions(
  tx: FeedTx,
  events: readonly LoggedEvent[],
): Promise<StoredSubscription[]> {
  const tenants = [...new Set(events.map((event) => event.tenant_id))]
  return tx.rows<StoredSubscription>(sql`
    select tenant_id, id, event_types, filter, ordering from webhooks
    where tenant_id = any (${tenants}::uuid[]) and enabled`)
}

/** As text: parsed it may take many times as much memory, so only one event at a time is. */
export type ContentText = { data: string; previous: string }

export async function readContents(
  tx: FeedTx,
  events: readonly LoggedEvent[],
): Promise<Map<string, ContentText>> {
  if (events.length === 0) return new Map()
  const rows = await tx.rows<ContentText & { id: string }>(sql`
    select e.id, e.data::text as data, e.previous::text as previous
    from unnest(
      ${events.map((event) => event.tenant_id)}::uuid[], ${events.map((event) => event.xid)}::xid8[],
      ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.occurred_at)}::timestamptz[]
    ) as wanted (tenant_id, xid, id, occurred_at)
    join events e using (tenant_id, xid, id, occurred_at)`)
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}
