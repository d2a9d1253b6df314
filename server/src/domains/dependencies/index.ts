// Public interface of dependencies: tasks that block others, and the lock that keeps relations of tasks free of cycles.
export { isDependencyChanged, replaceDependencies } from './service/change-dependencies.ts'
export { type Blockers, holdBlockers, openBlockers } from './service/hold-blockers.ts'
export { promoteUnblocked } from './service/promote-unblocked.ts'
export { insertDependencies, lockRelations, resolveDependents } from './store.ts'
