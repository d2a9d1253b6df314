// Public interface of deliveries: its routes, and what a worker does with the jobs of the queue.
export { createDeliveryHandler, type DeliveryHandlerOptions } from './jobs.ts'
export { routes } from './routes.ts'
