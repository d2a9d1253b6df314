// Public interface of connections: what asks the other side, and what hears from it.
export { createExternalCalls, createRoutes } from './routes.ts'
export { findReceiver, type ReceiveSteps, receiveMessage } from './service/receive-message.ts'
