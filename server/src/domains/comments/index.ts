// Public interface of comments: its routes, and what others may say.
export { routes } from './routes.ts'
export { changeComment, correctComment, createComment } from './service.ts'
export { type CommentRow, findComment, listComments } from './store.ts'
