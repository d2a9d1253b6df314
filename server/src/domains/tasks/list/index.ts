// Public interface of task lists: a page of tasks, the conditions of its filters, and its search.
export { conditionsOf } from './listing.ts'
export { exclusionsOf, isIndexed, matchOf, sourceOf } from './search.ts'
export { parseSearch } from './search-terms.ts'
export { findParent, listPage, readIfChanged, readPage } from './service.ts'
