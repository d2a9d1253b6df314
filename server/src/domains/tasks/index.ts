// The door of tasks: its routes, and what other domains may ask.
export { priorityRank } from './document.ts'
export { conditionsOf, sourceOf } from './listing.ts'
export { routes } from './routes.ts'
export { createTaskGroup } from './service/create-group.ts'
export { getTaskUuid } from './service/get-task.ts'
export { findParent, readIfChanged } from './service/list-tasks.ts'
