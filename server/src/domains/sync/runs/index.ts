// Sync runs: requested, canceled and shown, with the items that failed and the messages that vendors sent.
export { requestRun, retryItems } from './service/request-run.ts'
export { type InboundNote, cancelRun, recordInbound } from './service/request-sync.ts'
export { findRun, listFailures, listInbound, listRuns, readProgress } from './service/show-runs.ts'
export { type RunRow, addCounts, deleteEmptyRuns, endRun, findRunning, insertRun } from './store/runs.ts'
