// Public interface of task lists: a page of tasks, and the conditions of its filters.
export { conditionsOf, sourceOf } from './listing.ts'
export { findParent, listPage, readIfChanged } from './service.ts'
