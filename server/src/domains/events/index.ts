// Public interface of events: the log and its catalog. Each domain describes its own events.
export { routes } from './routes.ts'
