// From the log to the queue: every event becomes a delivery and a job for each webhook that matches it. Reading, recording,
// queueing and saving the progress are one transaction, so nothing is lost and nothing is queued twice.
import type { FeedTx } from '#db/feed/feed.ts'
import { BatchSize, Sharing } from '#domains/deliveries/batch-size.ts'
import {
  type DeliveryJob,
  type DeliveryNote,
  noteAndQueue,
  noteDelivery,
  queueDeferred,
  queueRequested,
  queueResumed,
  RequestTurn,
  ResumePace,
} from '#domains/deliveries/queue/index.ts'
import type { Matching, StoredSubscription } from '#domains/webhooks/index.ts'
import type { EventContent, LoggedEvent } from '#events/logged-event.ts'
import type { Queue } from '#jobs/queue.ts'
import { ROUND_TENANTS, RoundBudget, SliceSizes } from '../slice-sizes.ts'
import { endSlice, readBacklog, readSlice, type Slice, Turns } from '../store/backlog.ts'
import { moveOn, readNew } from '../store/new-events.ts'
import { type ContentText, listSubscriptions, readContents } from '../store/subscriptions.ts'

/**
 * Another reader of events, in the transaction that saves the progress. Must not wait for locks, and must not write events:
 * the dispatcher would treat those of its own transaction as seen.
 */
export type Consumer = (tx: FeedTx, events: readonly LoggedEvent[]) => Promise<void>

export type DispatchParts = {
  queue: Pick<Queue<DeliveryJob>, 'add'>
  matching: Matching
  consumers?: readonly Consumer[]
  /** Kept from one batch to the next; without them each starts over. */
  sizes?: DispatchSizes
}

export type DispatchSizes = {
  slices: SliceSizes
  turns: Turns
  /** Replaced only by tests. */
  now: () => number
  sharing: Sharing
  /** The next step of `dispatchRest`. */
  nextStep: number
  requests: RequestTurn
  deferred: BatchSize
  resumed: ResumePace
}

/** `read` events were read and `sent` deliveries queued; `isFull` when there are probably more. */
export type Dispatched = {
  read: number
  sent: number
  isFull: boolean
  /** Another process is the dispatcher, so this one has not looked. */
  isElsewhere?: true
}

const nothing: Dispatched = { read: 0, sent: 0, isFull: false }
const elsewhere: Dispatched = { ...nothing, isElsewhere: true }

export function newSizes(): DispatchSizes {
  const sharing = new Sharing()
  return {
    slices: new SliceSizes(sharing),
    requests: new RequestTurn(new BatchSize({ sharing })),
    deferred: new BatchSize({ sharing }),
    resumed: new ResumePace(),
    turns: new Turns(),
    now: () => performance.now(),
    sharing,
    nextStep: 0,
  }
}

/** New events: each tenant's share now, the rest later. Short, whatever one tenant does. */
export async function dispatchNew(tx: FeedTx, parts: DispatchParts): Promise<Dispatched> {
  const read = await readNew(tx)
  if (!read) return elsewhere
  parts.sizes?.sharing.note(read.tenants)
  const sent = await sendOff(tx, parts, read.events)
  await moveOn(tx, read)
  return { read: read.events.length, sent, isFull: read.isFull }
}

/**
 * Everything else that becomes jobs: events that were set aside, requested deliveries, retries that are due. Ends after the
 * first step that has more than a batch; the next call begins with the step after it.
 */
export async function dispatchRest(tx: FeedTx, parts: DispatchParts): Promise<Dispatched> {
  const sizes = parts.sizes ?? newSizes()
  const backlog = await readBacklog(tx)
  if (!backlog) return elsewhere
  const steps = [
    () => dispatchSlices(tx, parts, sizes, backlog),
    async () => asDispatched(await queueRequested(tx, parts.queue, sizes.requests)),
    async () => asDispatched(await queueDeferred(tx, parts.queue, sizes.deferred)),
    async () => ({ ...nothing, sent: await queueResumed(tx, parts.queue, sizes.resumed) }),
  ]
  const done = { ...nothing }
  for (let count = 0; count < steps.length && !done.isFull; count++) {
    const step = steps[sizes.nextStep % steps.length]
    sizes.nextStep = (sizes.nextStep + 1) % steps.length
    const { read, sent, isFull } = (await step?.()) ?? nothing
    done.read += read
    done.sent += sent
    done.isFull = isFull
  }
  return done
}

const asDispatched = ({ count, isFull }: { count: number; isFull: boolean }): Dispatched => ({
  read: 0,
  sent: count,
  isFull,
})

async function dispatchSlices(
  tx: FeedTx,
  parts: DispatchParts,
  sizes: DispatchSizes,
  tenantIds: readonly string[],
): Promise<Dispatched> {
  sizes.slices.retain(tenantIds)
  if (tenantIds.length === 0) return nothing
  const taken = await takeSlices(tx, sizes, tenantIds)
  const events = taken.flatMap((slice) => slice.events)
  // All together: ordered deliveries lock their webhooks in one order, and the fewer round trips the better.
  const sent = await sendOff(tx, parts, events)
  let isFull = tenantIds.length > taken.length
  for (const slice of taken) {
    if (!(await endSlice(tx, slice))) isFull = true
    sizes.slices.of(slice.tenantId).note(slice.events.length, sumBytes(slice.events))
  }
  return { read: events.length, sent, isFull }
}

/** At least one, as far as the budget of a round goes. Tenants that were left out come first in the next round. */
async function takeSlices(
  tx: FeedTx,
  { slices, turns, now }: DispatchSizes,
  tenantIds: readonly string[],
): Promise<Slice[]> {
  const inTurn = turns.next(tenantIds, ROUND_TENANTS)
  const budget = new RoundBudget(inTurn.length, now)
  const taken: Slice[] = []
  for (const tenantId of inTurn) {
    if (!budget.hasTime()) break
    const slice = await readSlice(tx, tenantId, Math.min(slices.of(tenantId).rows, budget.rows))
    if (!budget.take(sumBytes(slice.events))) break
    taken.push(slice)
    turns.note(tenantId)
  }
  return taken
}

const sumBytes = (events: readonly LoggedEvent[]) =>
  events.reduce((sum, { bytes }) => sum + bytes, 0)

/** Webhooks are read after the events, so that a webhook created before an event is always seen. */
export async function sendOff(
  tx: FeedTx,
  { queue, matching, consumers = [] }: DispatchParts,
  events: readonly LoggedEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const [subscriptions] = await Promise.all([
    listSubscriptions(tx, events),
    ...consumers.map((consume) => consume(tx, events)),
  ])
  const needsContent = (one: StoredSubscription) =>
    one.ordering === 'task' || matching.needsContent(one)
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

function parseContent(text: ContentText | undefined): Partial<EventContent> {
  if (!text) return {}
  return { data: JSON.parse(text.data), previous: JSON.parse(text.previous) }
}
