// Events that a webhook wants as it is now, and that were never noted for it: it was disabled, had another filter, or is
// newer than they are.
import { RECOVERY_MAX } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { BATCH_BYTES } from '#domains/deliveries/batch-size.ts'
import { matchesEvent, taskOf, type WebhookRow } from '#domains/webhooks/index.ts'
import type { EventContent } from '#events/logged-event.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { NewDelivery } from '../store/delivery-log.ts'
import type { EventRange } from '../store/delivery-restarts.ts'
import {
  listNoted,
  listPassedEvents,
  type PassedEvent,
  readContents,
} from '../store/passed-events.ts'

const EVENTS_AT_ONCE = 5_000
/** Each may be as large as a request, and the size of each is asked for. */
const CONTENTS_AT_ONCE = 32
/** A test was for another webhook. */
const TEST = 'webhook.test'

const nothing: EventContent = { data: {}, previous: {} }

export async function findMissing(
  tx: Tx,
  webhook: WebhookRow,
  range: EventRange,
): Promise<{ missing: NewDelivery[]; hasMore: boolean }> {
  const missing: NewDelivery[] = []
  let after: PassedEvent | undefined
  for (;;) {
    const page = await listPassedEvents(tx, range, after, EVENTS_AT_ONCE)
    for await (const one of walkWanted(tx, webhook, await dropNoted(tx, webhook, range, page))) {
      if (missing.length === RECOVERY_MAX) return { missing, hasMore: true }
      missing.push(one)
    }
    if (page.length < EVENTS_AT_ONCE) return { missing, hasMore: false }
    after = page.at(-1)
  }
}

async function dropNoted(
  tx: Tx,
  webhook: WebhookRow,
  { since }: EventRange,
  page: readonly PassedEvent[],
): Promise<PassedEvent[]> {
  const ofType = { event_types: webhook.event_types, filter: {} }
  const wanted = page.filter(
    (event) => event.type !== TEST && matchesEvent(ofType, { ...event, ...nothing }),
  )
  if (wanted.length === 0) return []
  const noted = await listNoted(tx, webhook.id, wanted, since)
  return wanted.filter(({ id }) => !noted.has(id))
}

/** Content is read only where something depends on it. */
async function* walkWanted(
  tx: Tx,
  webhook: WebhookRow,
  events: readonly PassedEvent[],
): AsyncGenerator<NewDelivery> {
  const isOrdered = webhook.ordering === 'task'
  const needsContent = isOrdered || Object.keys(webhook.filter).length > 0
  for (let start = 0; start < events.length; ) {
    const some = events.slice(start, start + CONTENTS_AT_ONCE)
    const { contents, count } = needsContent
      ? await readContents(tx, some, BATCH_BYTES)
      : { contents: undefined, count: some.length }
    start += count
    for (const logged of some.slice(0, count)) {
      const event = { ...logged, ...(contents?.get(logged.id) ?? nothing) }
      if (needsContent && !matchesEvent(webhook, event)) continue
      yield {
        id: uuidv7(),
        event_xid: event.xid,
        event_id: event.id,
        event_type: event.type,
        event_at: event.occurred_at,
        subject_id: isOrdered ? taskOf(event) : event.subject_id,
      }
    }
  }
}
