// Webhooks from vendors: registered, verified, and turned into hints for the sync.
export { type ReceiveSteps, findReceiver, receiveMessage } from './service/receive-message.ts'
export { registerWebhook, unregisterWebhook } from './service/register-webhook.ts'
