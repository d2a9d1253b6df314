// Public interface of exports: their downloads.
export { downloads } from './routes.ts'
