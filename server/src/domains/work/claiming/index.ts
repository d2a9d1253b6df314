// Public interface of claiming: tasks for agents, at once or as soon as there are some.
export { type ClaimParts, type ClaimQuota, claimTask, claimTasks } from './service/claim.ts'
export { type ClaimWatchOptions, createClaimWatch } from './service/claim-watch.ts'
export { createFindAgent } from './service/find-agent.ts'
