// Deliveries on their way into the job queue: new ones, requested ones, and those that were deferred or held.
export {
  attemptJob,
  bytesOfJob,
  type DeliveryJob,
  type DueAttempt,
  deliveryJob,
  totalBytes,
} from './delivery-job.ts'
export { lockOrder } from './store/delivery-order.ts'
export { holdDeliveries } from './store/hold-deliveries.ts'
export { type DeliveryNote, noteAndQueue, noteDelivery } from './store/note-deliveries.ts'
export { isAlmostDue, queueDeferred, queueResumed, ResumePace } from './store/queue-deferred.ts'
export { queueRequested, RequestTurn } from './store/queue-requested.ts'
