// Public interface of the system domain: what the service shows a tenant about itself.
export { createSystemRoutes } from './routes.ts'
export type { SystemFacts } from './service.ts'
