// Public interface of schedules: their routes, and the work of those that are due.
export { createRoutes } from './routes.ts'
export { type Tended, tendSchedules } from './service/tend-schedules.ts'
export { findDueTenants } from './store.ts'
