// Deliveries as people see and request them: logs, health, tests, resends and recovery.
export { getDelivery, listDeliveryLog, listDeliveryPage } from './service/get-delivery.ts'
export { readHealth, readHealthPage } from './service/read-health.ts'
export { recover } from './service/recover.ts'
export { resendDeliveries } from './service/resend-deliveries.ts'
export { resendDelivery } from './service/resend-delivery.ts'
export { retryWebhook } from './service/retry-webhook.ts'
export { sendTest } from './service/send-test.ts'
