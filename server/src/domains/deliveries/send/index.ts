// Sending: the handler of delivery jobs, which reads, sends and records attempts.
export { createDeliveryHandler } from './jobs.ts'
export { recordPause, watchBreakers } from './service/watch-breakers.ts'
export { releaseNext } from './store.ts'
