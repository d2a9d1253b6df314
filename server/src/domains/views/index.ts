// Public interface of saved views: their routes, and the view that an export names.
export { routes } from './routes.ts'
export { getView } from './service.ts'
