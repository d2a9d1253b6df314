// The rows of integrations: found, locked and changed, with an audit entry for each act.
export { type Expected, getRow, lockVersion } from './service/get-row.ts'
export { recordAct } from './service/record-act.ts'
export {
  countIntegrations,
  countRecords,
  deleteIntegration,
  findIntegration,
  forgetCursor,
  type IntegrationCounts,
  type IntegrationRow,
  insertIntegration,
  listIntegrations,
  lockCount,
  updateIntegration,
} from './store.ts'
