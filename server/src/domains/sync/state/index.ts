// What sync keeps in the row of an integration: cursor, schedule and failures.
export { getIntegration, refuseUnknown, refuseUnready } from './service.ts'
export {
  clearProblem,
  endRest,
  findIntegration,
  noteHeard,
  releaseLease,
  type SyncIntegration,
  saveChoices,
  saveCursor,
  saveFailing,
  saveSchedule,
  saveSelf,
  saveWebhook,
} from './store.ts'
