// A worker that treats all receivers as one: what the control runs to show that each needs its own limit and breaker.
import { startDeliveryWorker } from '../../server/src/app/workers/delivery-worker.ts'
import { openWorker } from '../../tests/harness/processes/open-worker.ts'

await startDeliveryWorker({ ...(await openWorker()), receiverOf: () => 'one for all' })
