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
    help: 'Longest time a receiver may take to answer.',
    whenReached: 'The attempt has failed; it is made again by the schedule',
  },
  SERVICE_ACP_WEBHOOK_SCHEDULE: {
    type: 'durations',
    group: 'webhooks',
    default: '5s,1m,5m,30m,2h,4h,8h,12h,16h,16h,20h',
    secret: false,
    min: '1ms',
    max: '7d',
    help: 'Waits between the attempts of a delivery, each up to a fifth longer or shorter.',
    whenReached: 'The delivery has failed; it can be sent again by hand',
  },
  SERVICE_ACP_WEBHOOK_CONCURRENCY: {
    type: 'integer',
    group: 'webhooks',
    default: '1000',
    secret: false,
    min: '1',
    max: '10000',
    help: 'Deliveries that one worker has under way at the same time; one tenant has at most half of them.',
    whenReached: 'Further ones wait in the queue',
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
