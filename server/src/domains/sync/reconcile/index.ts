// Public interface of reconciling: one task and one item are brought together, whatever led to it.
export { findLinkOfItem, findOrPlanLink, reconcileLink, takeItem } from './service/reconcile.ts'
export { storeItems } from './service/store-items.ts'
export { listFailures } from './store.ts'
