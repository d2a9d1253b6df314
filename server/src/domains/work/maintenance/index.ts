// Public interface of maintenance of the queues.
export { tendQueues } from './service/tend-queues.ts'
export { findDueTenants } from './store.ts'
