// Public interface of integrations: their routes, and what the sync engine and vendor webhooks need.
export { findUsable } from './connection/index.ts'
export {
  type CarriedIntegrationSecret,
  openEveryIntegrationSecret,
  openIntegrationSecret,
  readIntegrationSecrets,
  restoreIntegrationSecrets,
} from './credentials/index.ts'
export type { IntegrationParts } from './parts.ts'
export type { IntegrationRow } from './records/index.ts'
export { createExternalCalls, createPrechecks, createRoutes } from './routes.ts'
export { findReceiver, type ReceiveSteps, receiveMessage } from './vendor-webhooks/index.ts'
