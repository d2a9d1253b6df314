// Public interface of runs: what their holders, other people and maintenance do with them.
export { leaseLost, runNotFound } from './errors.ts'
export { cancelRun, stopRun } from './service/cancel.ts'
export {
  completedTask,
  completeRun,
  endCompleted,
  refuseOtherOutput,
} from './service/complete.ts'
export { afterFailure, backToQueue, type End, endRun, endTogether } from './service/end-run.ts'
export { failRun } from './service/fail.ts'
export { heartbeat, printCheckpoint } from './service/heartbeat.ts'
export { type HeldRun, holdRun, isOverBudget } from './service/hold-run.ts'
export { moveToWait } from './service/move-to-wait.ts'
export { releaseRun } from './service/release.ts'
export { releaseRunsOf } from './service/release-runs-of.ts'
export { getRun, listPage } from './service/show-runs.ts'
export { startRuns } from './service/start-runs.ts'
export { takeTask } from './service/take.ts'
export {
  awaitHolder,
  findLease,
  type LeaseRow,
  type Left,
  listLeft,
  lockLeases,
  parkRun,
} from './store/runs.ts'
