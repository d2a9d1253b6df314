// The door of what the service tells a tenant about itself.
export { createSystemRoutes } from './routes.ts'
export type { SystemFacts } from './service.ts'
