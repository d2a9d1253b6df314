// From the log to the queue: every event becomes a delivery and a job for each webhook that wants it. Reading, noting,
// queueing and moving the cursor are one transaction, so nothing is lost and nothing is sent off twice.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import type { Queue } from '#jobs/queue.ts'
import { BATCH_BYTES, BatchSize, contentBytes } from './batch-size.ts'
import type { DeliveryJob } from './delivery-job.ts'
import { type DeliveryNote, noteAndQueue, noteDelivery } from './note-deliveries.ts'
import { queueDeferred, queueResumed, ResumePace } from './queue-deferred.ts'
import { queueRequested, RequestTurn } from './queue-requested.ts'

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
  /** Of its content, which is read only where somebody needs it. */
  bytes: number
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
  /** Kept from one batch to the next; without them each begins anew. */
  sizes?: DispatchSizes
}

export type DispatchSizes = {
  events: BatchSize
  requests: RequestTurn
  deferred: BatchSize
  resumed: ResumePace
}

/** `read` events were looked at and `sent` deliveries queued; `isFull` when there is probably more. */
export type Dispatched = { read: number; sent: number; isFull: boolean }

/** Whoever holds it is the dispatcher. */
const DISPATCHER_LOCK = 7_020_026

const nothing: Dispatched = { read: 0, sent: 0, isFull: false }

export const newSizes = (): DispatchSizes => ({
  events: new BatchSize(),
  requests: new RequestTurn(),
  deferred: new BatchSize(),
  resumed: new ResumePace(),
})

export async function dispatch(tx: FeedTx, parts: DispatchParts): Promise<Dispatched> {
  const sizes = parts.sizes ?? newSizes()
  const limit = sizes.events.rows
  const events = await readLog(tx, limit)
  // Another process is at it.
  if (!events) return nothing
  const sent = await sendOff(tx, parts, events)
  if (events.length > 0) for (const consume of parts.consumers ?? []) await consume(tx, events)
  const requested = await queueRequested(tx, parts.queue, sizes.requests)
  const deferred = await queueDeferred(tx, parts.queue, sizes.deferred)
  const resumed = await queueResumed(tx, parts.queue, sizes.resumed)
  await moveCursor(tx, events)
  const bytes = events.reduce((sum, event) => sum + event.bytes, 0)
  sizes.events.note(events.length, bytes)
  const isLogFull = events.length === limit || bytes >= BATCH_BYTES
  return {
    read: events.length,
    sent: sent + requested.count + deferred.count + resumed,
    isFull: isLogFull || requested.isFull || deferred.isFull,
  }
}

/**
 * Only below the oldest transaction that still runs: one that commits late has its place there, and would be passed over.
 * Ends at a byte budget, because matching reads the content of these events. Undefined when the cursor is in
 * somebody else's hands.
 */
export async function readLog(
  tx: FeedTx,
  limit = new BatchSize().rows,
): Promise<LoggedEvent[] | undefined> {
  // A lock of the row itself would give every look a transaction number, and there are many that find nothing.
  const [cursor] = await tx.rows<{ xid: string; id: string }>(sql`
    select xid::text, id from dispatch_cursor where pg_try_advisory_xact_lock(${DISPATCHER_LOCK})`)
  if (!cursor) return undefined
  return tx.rows<LoggedEvent>(sql`
    select tenant_id, e.xid::text as xid, id, type, subject_id, actor, changed, occurred_at, bytes
    from (
      select e.*, sum(e.bytes) over (order by e.xid, e.id rows unbounded preceding) as total
      from (
        select tenant_id, xid, id, type, subject_id, actor, changed, occurred_at, ${contentBytes} as bytes
        from events e
        where (e.xid, e.id) > (${cursor.xid}::xid8, ${cursor.id}::uuid)
          and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.id
        limit ${limit}) as e
    ) as e
    where total - bytes < ${BATCH_BYTES}
    order by e.xid, e.id`)
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
    const event = { ...logged, ...parseContent(contents.get(logged.id)) }
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

/** As text: parsed it may take many times as much memory, so only one event at a time is. */
type ContentText = { data: string; previous: string }

function parseContent(text: ContentText | undefined): Partial<EventContent> {
  if (!text) return {}
  return { data: JSON.parse(text.data), previous: JSON.parse(text.previous) }
}

async function readContents(
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
