// A worker that moves the dispatcher's cursor before the deliveries are noted, in a transaction of its own: what the
// control runs to show that it has to be one.
import { setTimeout as sleep } from 'node:timers/promises'
import { startDeliveryWorker } from '../../../server/src/app/delivery-worker.ts'
import { sendOff } from '../../../server/src/events/dispatch.ts'
import type { DispatcherOptions } from '../../../server/src/events/dispatcher.ts'
import { moveOn, readNew } from '../../../server/src/events/new-events.ts'
import { queueRequested } from '../../../server/src/events/queue-requested.ts'
import { openWorker } from './open-worker.ts'

/** Makes the moment in which a kill loses events long enough for a short run to meet it. */
const GAP_MS = 200

const step: NonNullable<DispatcherOptions['step']> = async (feed, parts) => {
  const events = await feed.tx(async (tx) => {
    const read = await readNew(tx)
    if (read) await moveOn(tx, read)
    return read?.events ?? []
  })
  if (events.length > 0) await sleep(GAP_MS)
  const sent = await feed.tx(async (tx) => {
    const ofEvents = await sendOff(tx, parts, events)
    return ofEvents + (await queueRequested(tx, parts.queue)).count
  })
  return { read: events.length, sent, isFull: false }
}

await startDeliveryWorker({ ...(await openWorker()), step })
