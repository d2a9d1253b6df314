// Public interface of claims: the order of queues, claiming tasks from them, and the runs that hold tasks.
export { isLeaseToken } from './lease-token.ts'
export { printRun, toRun } from './run-document.ts'
export {
  type Claim,
  type ClaimGroup,
  type ClaimGroupOptions,
  type ClaimRefusal,
  type ClaimResult,
  createClaimGroup,
  type TakenTask,
} from './service/claim-group.ts'
export { claimOne } from './service/claim-one.ts'
export { changesQueue, followChanges, leaveForever } from './service/follow-changes.ts'
export { recordRuns } from './service/record-runs.ts'
export { addEntries, delayTask, type Queued, requeue } from './store/entries.ts'
export { type RunRow, runColumns, workingMs } from './store/live-runs.ts'
export { usedToday } from './store/usage.ts'
export { stampTurns } from './turn.ts'
