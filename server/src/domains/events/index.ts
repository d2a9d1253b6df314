// Public interface of events: the log and its catalog. How events come about is told where they do.
export { routes } from './routes.ts'
