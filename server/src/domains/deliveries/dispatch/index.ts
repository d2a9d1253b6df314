// The dispatcher: reads the event log of all tenants and turns events into deliveries of webhooks.
export { readLag, watchLag } from './service/dispatch-lag.ts'
export { type DispatcherOptions, startDispatcher } from './service/dispatcher.ts'
