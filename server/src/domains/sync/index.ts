// Public interface of sync: what people may ask about the work of an integration, what tells it to begin, and its turns.
export { claimWork } from './service/find-work.ts'
export { actorOf, notifyIntegrations } from './service/notify-integrations.ts'
export {
  cancelRun,
  type InboundNote,
  recordInbound,
  requestSync,
  retryFailures,
} from './service/request-sync.ts'
export { LEASE_MS, runTick } from './service/run-tick.ts'
export {
  describeRun,
  findRun,
  type InboundMessage,
  listFailures,
  listInbound,
  listRuns,
  readProgress,
} from './service/show-runs.ts'
export type { EngineParts } from './service/turn.ts'
export { endRest } from './store/integrations.ts'
export type { Lease } from './store/lease.ts'
