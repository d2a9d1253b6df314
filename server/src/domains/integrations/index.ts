// Public interface of integrations: their routes, and what those need who connect them with the other side.
export { openIntegrationSecret } from './credentials/index.ts'
export type { IntegrationParts } from './parts.ts'
export type { IntegrationRow } from './records/index.ts'
export { createExternalCalls, createPrechecks, createRoutes } from './routes.ts'
export { findReceiver, type ReceiveSteps, receiveMessage } from './vendor-webhooks/index.ts'
