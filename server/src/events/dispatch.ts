// From the log to the queue: every event becomes a delivery and a job for each webhook that wants it. Reading, noting,
// queueing and moving the cursor are one transaction, so nothing is lost and nothing is sent off twice.
import type { FeedTx } from '#db/feed/feed.ts'
import { type Sql, sql } from '#db/sql.ts'
import type { Queue } from '#jobs/queue.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { type DeliveryJob, type DueDelivery, packJobs } from './delivery-job.ts'
import { lockOrder } from './delivery-order.ts'

export type Subscription = {
  tenant_id: string
  id: string
  event_types: string[]
  filter: Record<string, unknown>
  ordering: 'none' | 'task'
}

export type LoggedEvent = {
  tenant_id: string
  xid: string
  id: string
  type: string
  subject_id: string
  actor: string
  changed: string[]
  occurred_at: Date
}

export type EventContent = { data: Record<string, unknown>; previous: Record<string, unknown> }

/** What webhooks are about is not known here. */
export type Matching = {
  wants: (subscription: Subscription, event: LoggedEvent & Partial<EventContent>) => boolean
  needsContent: (subscription: Subscription) => boolean
  /** The task that an event is about, where there is one. */
  taskOf: (event: LoggedEvent & Partial<EventContent>) => string
}

/** Somebody else who is told what happened, in the transaction that moves the cursor. Must not wait for anybody. */
export type Consumer = (tx: FeedTx, events: readonly LoggedEvent[]) => Promise<void>

export type DispatchParts = {
  queue: Pick<Queue<DeliveryJob>, 'add'>
  matching: Matching
  consumers?: readonly Consumer[]
}

/** `read` events were looked at and `sent` deliveries queued; `isFull` when there is probably more. */
export type Dispatched = { read: number; sent: number; isFull: boolean }

const EVENTS_AT_ONCE = 1_000
const REQUESTS_AT_ONCE = 1_000

/** Whoever holds it is the dispatcher. */
const DISPATCHER_LOCK = 7_020_026

const nothing: Dispatched = { read: 0, sent: 0, isFull: false }

export async function dispatch(tx: FeedTx, parts: DispatchParts): Promise<Dispatched> {
  const events = await readLog(tx)
  // Another process is at it.
  if (!events) return nothing
  const sent = await sendOff(tx, parts, events)
  if (events.length > 0) for (const consume of parts.consumers ?? []) await consume(tx, events)
  const requested = await queueRequested(tx, parts.queue)
  await moveCursor(tx, events)
  const isFull = events.length === EVENTS_AT_ONCE || requested === REQUESTS_AT_ONCE
  return { read: events.length, sent: sent + requested, isFull }
}

/**
 * Only below the oldest transaction that still runs: one that commits late has its place there, and would be passed over.
 * Undefined when the cursor is in somebody else's hands.
 */
export async function readLog(tx: FeedTx): Promise<LoggedEvent[] | undefined> {
  // A lock of the row itself would give every look a transaction number, and there are many that find nothing.
  const [cursor] = await tx.rows<{ xid: string; id: string }>(sql`
    select xid::text, id from dispatch_cursor where pg_try_advisory_xact_lock(${DISPATCHER_LOCK})`)
  if (!cursor) return undefined
  return tx.rows<LoggedEvent>(sql`
    select tenant_id, e.xid::text as xid, id, type, subject_id, actor, changed, occurred_at
    from events e
    where (e.xid, e.id) > (${cursor.xid}::xid8, ${cursor.id}::uuid)
      and e.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xid, e.id
    limit ${EVENTS_AT_ONCE}`)
}

export async function moveCursor(tx: FeedTx, events: readonly LoggedEvent[]): Promise<void> {
  const last = events.at(-1)
  if (!last) return
  const moved = await tx.rows(sql`
    update dispatch_cursor set xid = ${last.xid}::xid8, id = ${last.id}
    where (xid, id) < (${last.xid}::xid8, ${last.id}::uuid) returning true`)
  if (moved.length === 0) throw new Error('somebody else has dispatched these events')
}

/** Webhooks are read after the events: one that was there before an event is then certainly seen. */
export async function sendOff(
  tx: FeedTx,
  { queue, matching }: DispatchParts,
  events: readonly LoggedEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const subscriptions = await listSubscriptions(tx, events)
  const needsContent = (one: Subscription) => one.ordering === 'task' || matching.needsContent(one)
  const readers = new Set(subscriptions.filter(needsContent).map((one) => one.tenant_id))
  const contents = await readContents(
    tx,
    events.filter((event) => readers.has(event.tenant_id)),
  )
  const byTenant = Map.groupBy(subscriptions, (subscription) => subscription.tenant_id)
  const notes: DeliveryNote[] = []
  for (const logged of events) {
    const event = { ...logged, ...contents.get(logged.id) }
    for (const subscription of byTenant.get(logged.tenant_id) ?? []) {
      if (matching.wants(subscription, event)) {
        notes.push(noteDelivery(subscription, event, matching.taskOf(event)))
      }
    }
  }
  return noteAndQueue(tx, queue, notes)
}

function listSubscriptions(tx: FeedTx, events: readonly LoggedEvent[]): Promise<Subscription[]> {
  const tenants = [...new Set(events.map((event) => event.tenant_id))]
  return tx.rows<Subscription>(sql`
    select tenant_id, id, event_types, filter, ordering from webhooks
    where tenant_id = any (${tenants}::uuid[]) and enabled`)
}

async function readContents(
  tx: FeedTx,
  events: readonly LoggedEvent[],
): Promise<Map<string, EventContent>> {
  if (events.length === 0) return new Map()
  const rows = await tx.rows<EventContent & { id: string }>(sql`
    select e.id, e.data, e.previous
    from unnest(
      ${events.map((event) => event.tenant_id)}::uuid[], ${events.map((event) => event.xid)}::xid8[],
      ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.occurred_at)}::timestamptz[]
    ) as wanted (tenant_id, xid, id, occurred_at)
    join events e using (tenant_id, xid, id, occurred_at)`)
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}

type DeliveryNote = {
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
}

function noteDelivery(
  subscription: Subscription,
  event: LoggedEvent,
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
  }
}

/** Those in lines come last: whoever ends what stands first in one waits from here to the end of the transaction. */
async function noteAndQueue(
  tx: FeedTx,
  queue: DispatchParts['queue'],
  notes: readonly DeliveryNote[],
): Promise<number> {
  const isOrdered = Map.groupBy(notes, (note) => note.is_ordered)
  const plain = isOrdered.get(false) ?? []
  await notePlain(tx, plain)
  const first = await noteOrdered(tx, isOrdered.get(true) ?? [])
  const due = [...plain, ...first].map(({ tenant_id, webhook_id, id }) => {
    return { tenant_id, webhook_id, delivery_id: id, round: 0, try: 1 }
  })
  await queue.add(tx, packJobs(due))
  return due.length
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

/** Gives those that need not wait. */
async function noteOrdered(tx: FeedTx, notes: readonly DeliveryNote[]): Promise<DeliveryNote[]> {
  if (notes.length === 0) return []
  await lockOrder(
    tx,
    notes.map((note) => note.webhook_id),
  )
  const pending = await tx.rows<{ id: string }>(sql`
    with note as (
      select *, row_number() over (partition by webhook_id, subject_id order by id) > 1 as has_earlier
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
  const isPending = new Set(pending.map(({ id }) => id))
  return notes.filter(({ id }) => isPending.has(id))
}

/** Deliveries that somebody asked for: a test, one that is sent again, the next of its task. */
export async function queueRequested(tx: FeedTx, queue: DispatchParts['queue']): Promise<number> {
  const rows = await tx.rows<DueDelivery>(sql`
    update deliveries set queued_at = now()
    where (tenant_id, id, created_at) in (
      select tenant_id, id, created_at from deliveries
      where queued_at is null and status = 'pending'
      limit ${REQUESTS_AT_ONCE}
      for update skip locked)
    returning tenant_id, webhook_id, id as delivery_id, round, tries + 1 as try`)
  await queue.add(tx, packJobs(rows))
  return rows.length
}
