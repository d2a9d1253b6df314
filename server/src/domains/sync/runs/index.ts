// Sync runs: requested, canceled and shown, with the items that failed and the messages that vendors sent.
export { requestRun, retryItems } from './service/request-run.ts'
export { cancelRun, type InboundNote, recordInbound } from './service/request-sync.ts'
export { findRun, listFailures, listInbound, listRuns, readProgress } from './service/show-runs.ts'
export {
  addCounts,
  deleteEmptyRuns,
  endRun,
  findRunning,
  insertRun,
  type RunRow,
} from './store/runs.ts'
