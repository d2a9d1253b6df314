// Public interface of bulk requests: their route.
export { routes } from './routes.ts'
