// Public interface of reconciling: one task and one item are brought together, whatever led to it.
export { describeError, isAboutConnection, isDatabaseAway, LeaseLost } from './errors.ts'
export { findLinkOfItem, findOrPlanLink, reconcileLink, takeItem } from './service/reconcile.ts'
export { type Stored, storeItems } from './service/store-items.ts'
export { unlinkItems } from './service/unlink-item.ts'
export { dictionaryOf, type Work } from './service/work.ts'
export { type FailureRow, listFailures } from './store.ts'
