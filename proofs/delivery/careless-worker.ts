// A worker that saves the dispatcher's progress before the deliveries are noted and the rest is set aside, in a transaction of
// its own: what the control runs to show that it has to be one.
import { setTimeout as sleep } from 'node:timers/promises'
import { startDeliveryWorker } from '../../server/src/app/workers/delivery-worker.ts'
import { sendOff } from '../../server/src/domains/deliveries/dispatch/service/dispatch.ts'
import type { DispatcherOptions } from '../../server/src/domains/deliveries/dispatch/service/dispatcher.ts'
import { setAside } from '../../server/src/domains/deliveries/dispatch/store/backlog.ts'
import { readNew } from '../../server/src/domains/deliveries/dispatch/store/new-events.ts'
import { saveProgress } from '../../server/src/domains/deliveries/dispatch/store/progress.ts'
import { queueRequested } from '../../server/src/domains/deliveries/queue/store/queue-requested.ts'
import { openWorker } from '../../tests/harness/processes/open-worker.ts'

/** Makes the moment in which a kill loses events long enough for a short run to meet it. */
const GAP_MS = 200

const step: NonNullable<DispatcherOptions['step']> = async (feed, parts) => {
  const read = await feed.tx(async (tx) => {
    const found = await readNew(tx)
    if (found) await saveProgress(tx, found.was, found.is)
    return found
  })
  const events = read?.events ?? []
  if (read && read.tenants.size > 0) await sleep(GAP_MS)
  const sent = await feed.tx(async (tx) => {
    const ofEvents = await sendOff(tx, parts, events)
    await setAside(tx, read?.aside ?? [])
    return ofEvents + (await queueRequested(tx, parts.queue)).count
  })
  return { read: events.length, sent, isFull: false }
}

await startDeliveryWorker({ ...(await openWorker()), step })
