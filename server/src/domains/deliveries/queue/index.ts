// Deliveries on their way into the job queue: new ones, requested ones, and those that were deferred or held.
export { type DeliveryJob, type DueAttempt, attemptJob, bytesOfJob, deliveryJob, totalBytes } from './delivery-job.ts'
export { lockOrder } from './store/delivery-order.ts'
export { holdDeliveries } from './store/hold-deliveries.ts'
export { type DeliveryNote, noteAndQueue, noteDelivery } from './store/note-deliveries.ts'
export { ResumePace, queueDeferred, queueResumed } from './store/queue-deferred.ts'
export { RequestTurn, queueRequested } from './store/queue-requested.ts'
