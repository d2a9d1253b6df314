// Public interface of webhooks: its routes, who wants which events, and with what secrets they are sent.
export { webhookDisabled } from './errors.ts'
export { type MatchedEvent, matchesEvent, type Subscription } from './match.ts'
export { type Matching, matching, type StoredSubscription } from './matching.ts'
export { createPrechecks, createRoutes } from './routes.ts'
export { openWebhookSecrets, type WebhookSecrets } from './secrets.ts'
export {
  type CarriedWebhookSecret,
  readWebhookSecrets,
  restoreWebhookSecrets,
} from './service/carry-secrets.ts'
export {
  getRow as getWebhookRow,
  listPage as listWebhookPage,
  listWebhookRows,
  refuseDisabled,
} from './service/get-webhook.ts'
export { openEveryWebhookSecret } from './service/open-every-secret.ts'
export { recordAct } from './service/record-act.ts'
export { showWebhook } from './service/to-webhook.ts'
export { DISABLE_AFTER_MS, type Health, trackHealth } from './service/track-health.ts'
export { findPause, notePause, noteRetry } from './store/health.ts'
export { findWebhook, type WebhookRow } from './store/webhooks.ts'
export { taskOf } from './task-of.ts'
