// Deliveries of dispatched events: inserted into the table, and queued unless they wait for an earlier one.
import type { FeedTx } from '#db/feed/feed.ts'
import { type Sql, sql } from '#db/sql.ts'
import { contentBytes } from '#domains/deliveries/batch-size.ts'
import type { Queue } from '#jobs/queue.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { type DeliveryJob, packJobs } from '../delivery-job.ts'
import { lockOrder } from './delivery-order.ts'

export type DeliveryQueue = Pick<Queue<DeliveryJob>, 'add'>

export type DeliveryNote = {
  tenant_id: string
  id: string
  webhook_id: string
  event_xid: string
  event_id: string
  event_type: string
  event_at: string
  subject_id: string
  created_at: string
  is_ordered: boolean
  bytes: number
}

export type NotedEvent = {
  tenant_id: string
  xid: string
  id: string
  type: string
  subject_id: string
  occurred_at: Date
  bytes: number
}

export function noteDelivery(
  subscription: { id: string; ordering: 'none' | 'task' },
  event: NotedEvent,
  taskId: string,
): DeliveryNote {
  const id = uuidv7()
  const isOrdered = subscription.ordering === 'task'
  return {
    tenant_id: event.tenant_id,
    id,
    webhook_id: subscription.id,
    event_xid: event.xid,
    event_id: event.id,
    event_type: event.type,
    event_at: event.occurred_at.toISOString(),
    subject_id: isOrdered ? taskId : event.subject_id,
    created_at: timeOfUuid(id).toISOString(),
    is_ordered: isOrdered,
    bytes: event.bytes,
  }
}

/** Ordered ones come last: completing the first delivery of an order waits from here to the end of the transaction. */
export async function noteAndQueue(
  tx: FeedTx,
  queue: DeliveryQueue,
  notes: readonly DeliveryNote[],
): Promise<number> {
  const byOrdering = Map.groupBy(notes, (note) => note.is_ordered)
  const plain = byOrdering.get(false) ?? []
  // Sent together: one round trip.
  await Promise.all([notePlain(tx, plain), addJobs(tx, queue, plain)])
  const first = await noteOrdered(tx, byOrdering.get(true) ?? [])
  await addJobs(tx, queue, first)
  return plain.length + first.length
}

async function addJobs(
  tx: FeedTx,
  queue: DeliveryQueue,
  notes: readonly DeliveryNote[],
): Promise<void> {
  const due = notes.map(({ tenant_id, webhook_id, id, bytes }) => {
    return { tenant_id, webhook_id, delivery_id: id, round: 0, try: 1, bytes }
  })
  await queue.add(tx, packJobs(due))
}

const noteColumns = sql`tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, created_at`

function recordset(notes: readonly DeliveryNote[]): Sql {
  return sql`json_to_recordset(${JSON.stringify(notes)}) as n (tenant_id uuid, id uuid, webhook_id uuid, event_xid xid8,
    event_id uuid, event_type text, event_at timestamptz, subject_id uuid, created_at timestamptz)`
}

async function notePlain(tx: FeedTx, notes: readonly DeliveryNote[]): Promise<void> {
  if (notes.length === 0) return
  await tx.rows(sql`
    insert into deliveries (${noteColumns}, queued_at, status)
    select ${noteColumns}, now(), 'pending' from ${recordset(notes)}`)
}

/** Returns those that need not wait. */
async function noteOrdered(tx: FeedTx, notes: readonly DeliveryNote[]): Promise<DeliveryNote[]> {
  if (notes.length === 0) return []
  await lockOrder(
    tx,
    notes.map((note) => note.webhook_id),
  )
  const pending = await tx.rows<{ id: string }>(sql`
    with note as (
      select *, row_number() over (partition by webhook_id, subject_id order by event_xid, event_id) > 1 as has_earlier
      from ${recordset(notes)}
    ), noted as (
      insert into deliveries (${noteColumns}, queued_at, status)
      select ${noteColumns}, now(), case when has_earlier or exists (
          select from deliveries d
          where d.tenant_id = note.tenant_id and d.webhook_id = note.webhook_id and d.subject_id = note.subject_id
            and d.status in ('waiting', 'pending')) then 'waiting' else 'pending' end
      from note
      returning id, status)
    select id from noted where status = 'pending'`)
  const pendingIds = new Set(pending.map(({ id }) => id))
  return notes.filter(({ id }) => pendingIds.has(id))
}

/** For statements that name deliveries `d`; 0 for an event that has been purged. */
export const eventBytes = sql`coalesce((
  select ${contentBytes} from events e
  where e.tenant_id = d.tenant_id and e.xid = d.event_xid and e.id = d.event_id and e.occurred_at = d.event_at
  limit 1), 0)`
