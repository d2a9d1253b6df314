// The door of tasks: its routes, and what other domains may ask.
export { routes } from './routes.ts'
export { createTaskGroup } from './service/create-group.ts'
export { getTaskUuid } from './service/get-task.ts'
