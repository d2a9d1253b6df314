// The door of connections: what asks the other side, and what hears from it.
export { createErrands, createRoutes } from './routes.ts'
export { findReceiver, type ReceiveSteps, receiveMessage } from './service/receive-message.ts'
