// SQL that looks into the event log for what a webhook was never sent.
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { EventContent, LoggedEvent } from '#events/logged-event.ts'
import type { EventRange } from './delivery-restarts.ts'

export type PassedEvent = Omit<LoggedEvent, 'tenant_id' | 'bytes'>

const columns = sql`e.xid::text as xid, e.id, e.type, e.subject_id, e.actor, e.changed, e.occurred_at`

export type LogPlace = { xid: string; id: string }

/** Only what the dispatcher has passed: the rest is about to be sent anyway. */
export function listPassedEvents(
  tx: Tx,
  range: EventRange,
  after: LogPlace | undefined,
  limit: number,
): Promise<PassedEvent[]> {
  return tx.rows<PassedEvent>(sql`
    select ${columns} from events e
    where ${tx.mine('e')} and e.occurred_at >= ${range.since} and e.occurred_at < ${range.until}
      and exists (select from dispatch_progress p
        where pg_visible_in_snapshot(e.xid, p.done)
          or (pg_visible_in_snapshot(e.xid, p.target) and (e.xid, e.id) <= (p.xid, p.id)))
      and not exists (select from dispatch_ranges r
        where r.tenant_id = e.tenant_id and (e.xid, e.id) > (r.xid, r.id) and (e.xid, e.id) <= (r.until_xid, r.until_id))
      ${after ? sql`and (e.xid, e.id) > (${after.xid}::xid8, ${after.id}::uuid)` : empty}
    order by e.xid, e.id
    limit ${limit}`)
}

/** Those of these events that were noted for the webhook, whatever became of them. */
export async function listNoted(
  tx: Tx,
  webhookId: string,
  events: readonly PassedEvent[],
  since: Date,
): Promise<Set<string>> {
  const rows = await tx.rows<{ event_id: string }>(
    sql`
    select d.event_id from deliveries d
    where ${tx.mine('d')} and d.webhook_id = ${webhookId}
      and d.event_id = any(${events.map(({ id }) => id)}::uuid[])
      and d.created_at >= ${since}::timestamptz - interval '1 day'`,
    { usesCustomPlan: true },
  )
  return new Set(rows.map(({ event_id: id }) => id))
}

/** Of the first of these events, as many as fit and at least one; `count` are dealt with. */
export async function readContents(tx: Tx, events: readonly PassedEvent[], maxBytes: number) {
  const rows = await tx.rows<EventContent & { id: string; place: number }>(sql`
    select e.id, e.data, e.previous, e.place
    from (
      select e.*, sum(e.bytes) over (order by e.place rows unbounded preceding) as total
      from (
        select e.id, e.data, e.previous, wanted.place,
          octet_length(e.data::text) + octet_length(e.previous::text) as bytes
        from unnest(${events.map(({ xid }) => xid)}::xid8[], ${events.map(({ id }) => id)}::uuid[],
          ${events.map((event) => event.occurred_at)}::timestamptz[]) with ordinality as wanted (xid, id, occurred_at, place)
        join events e using (xid, id, occurred_at)
        where ${tx.mine('e')}) as e
    ) as e
    where e.total - e.bytes < ${maxBytes}
    order by e.place`)
  const contents = new Map(rows.map(({ id, data, previous }) => [id, { data, previous }]))
  return { contents, count: rows.at(-1)?.place ?? events.length }
}
