// Webhooks from vendors: registered, verified, and turned into hints for the sync.
export { findReceiver, type ReceiveSteps, receiveMessage } from './service/receive-message.ts'
export { registerWebhook, unregisterWebhook } from './service/register-webhook.ts'
