// Integrations as people manage them: created, changed, removed and shown.
export {
  changeIntegration,
  prepareChange,
  removeIntegration,
} from './service/change-integration.ts'
export { createIntegration, prepareCreate } from './service/create-integration.ts'
export { getIntegration, listPage } from './service/get-integration.ts'
export { showIntegration } from './service/show-integration.ts'
