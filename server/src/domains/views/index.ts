// Public interface of saved views: its routes.
export { routes } from './routes.ts'
