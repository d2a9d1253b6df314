// Public interface of integrations: their routes, and what those need who connect them with the other side.
export { readConfig } from './config-values.ts'
export { listMissing } from './credential.ts'
export { credentialIncomplete, providerUnknown } from './errors.ts'
export { hookUrl, type IntegrationParts } from './parts.ts'
export { createExternalCalls, createPrechecks, createRoutes } from './routes.ts'
export { findHosts } from './service/find-hosts.ts'
export { getRow as getIntegrationRow } from './service/get-integration.ts'
export {
  connectionOf,
  type OpenedConnection,
  openConnection,
  openIntegrationSecret,
  type Steps,
} from './service/open-connection.ts'
export { recordAct } from './service/record-act.ts'
export { readSecrets } from './service/set-credential.ts'
export { showIntegration } from './service/show-integration.ts'
export { findIntegration, type IntegrationRow } from './store/integrations.ts'
