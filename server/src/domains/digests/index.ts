// Public interface of e-mail digests: routes, the link that unsubscribes, and what a worker sends.
export { createRoutes } from './routes.ts'
export { type DigestParts, type SentDigests, sendDue } from './service/send-due.ts'
export { showUnsubscribe, type UnsubscribePage, unsubscribe } from './service/unsubscribe.ts'
export { findDueTenants } from './store.ts'
