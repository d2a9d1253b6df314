// What sync keeps in the row of an integration: cursor, schedule and failures.
export { getIntegration, refuseUnknown, refuseUnready } from './service.ts'
export { type SyncIntegration, clearProblem, endRest, findIntegration, noteHeard, releaseLease, saveChoices, saveCursor, saveFailing, saveSchedule, saveSelf, saveWebhook } from './store.ts'
