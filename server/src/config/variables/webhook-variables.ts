// The variables of webhook deliveries, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const webhookVariables = {
  SERVICE_ACP_WEBHOOK_TIMEOUT: {
    type: 'duration',
    group: 'webhooks',
    default: '15s',
    secret: false,
    min: '100ms',
    max: '5m',
    help: 'Maximum time for a receiver to respond.',
    whenReached: 'The attempt fails and is retried by the schedule',
  },
  SERVICE_ACP_WEBHOOK_SCHEDULE: {
    type: 'durations',
    group: 'webhooks',
    default: '5s,1m,5m,30m,2h,4h,8h,12h,16h,16h,20h',
    secret: false,
    min: '1ms',
    max: '7d',
    help: 'Retry schedule of deliveries: delay before each retry, with ±20 % jitter.',
    whenReached: 'The delivery fails; it can be resent manually',
  },
  SERVICE_ACP_WEBHOOK_CONCURRENCY: {
    type: 'integer',
    group: 'webhooks',
    default: '1000',
    secret: false,
    min: '1',
    max: '10000',
    help: 'Maximum concurrent deliveries per worker. One tenant can use at most half.',
    whenReached: 'Further deliveries wait in the queue',
  },
  SERVICE_ACP_WEBHOOK_MEMORY: {
    type: 'bytes',
    group: 'webhooks',
    default: '32MiB',
    secret: false,
    off: true,
    min: '1MiB',
    max: '16GiB',
    help: 'Memory per worker for the payloads of deliveries in progress. One tenant can use at most half.',
    whenReached: 'Further deliveries wait in the queue',
  },
} as const satisfies Record<string, Variable>
