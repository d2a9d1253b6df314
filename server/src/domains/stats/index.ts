// Public interface of the overview: a tenant at a glance.
export { routes } from './routes.ts'
