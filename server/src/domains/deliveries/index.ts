// Public interface of deliveries: their routes, the dispatcher that queues them, and what a worker does with their jobs.
export { type DispatcherOptions, readLag, startDispatcher, watchLag } from './dispatch/index.ts'
export type { DeliveryJob } from './queue/index.ts'
export { routes } from './routes.ts'
export { createDeliveryHandler, recordPause, watchBreakers } from './send/index.ts'
