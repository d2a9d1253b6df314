// Sending: the handler of delivery jobs, which reads, sends and records attempts.
export { createDeliveryHandler } from './jobs.ts'
export { releaseNext } from './store.ts'
