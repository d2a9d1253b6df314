// Public interface of counts: its routes.
export { routes } from './routes.ts'
