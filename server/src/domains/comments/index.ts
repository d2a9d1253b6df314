// The door of comments: its routes.
export { routes } from './routes.ts'
