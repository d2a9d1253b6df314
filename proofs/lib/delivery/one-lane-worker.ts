// A worker in which all receivers share one lane: what the control runs to show that each needs its own.
import { startDeliveryWorker } from '../../../server/src/app/delivery-worker.ts'
import { openWorker } from './open-worker.ts'

await startDeliveryWorker({ ...(await openWorker()), laneOf: () => 'one for all' })
