// Health of webhooks: deliveries, success rate and latency of the last 24 hours, and the last and next attempt.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { Delivery } from './deliveries.ts'

export const HEALTH_HOURS = 24

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const DeliveryCounts = {
  delivered: Count('Delivered'),
  failed: Count('Ran out of retries, or canceled'),
  pending: Count('Waiting for the first attempt or a retry'),
}

export const WEBHOOK_STATES = ['working', 'failing', 'disabled', 'unused'] as const

const Latency = Nullable(
  Closed({ p50: Type.Integer({ minimum: 0 }), p95: Type.Integer({ minimum: 0 }) }),
  { description: 'Response time of attempts that were delivered; null if there are none' },
)

const health = {
  webhook_id: Id('webhook'),
  state: Choice(WEBHOOK_STATES, {
    description:
      '`failing`: every attempt since `failing_since` of the webhook has failed. `unused`: there were no deliveries.',
  }),
  ...DeliveryCounts,
  attempted: Count('With at least one attempt, whatever its result'),
  success_rate: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
    description: 'Delivered, as a fraction of delivered and failed; null if there are none',
  }),
  latency_ms: Latency,
  last_success_at: Nullable(Timestamp('Latest successful attempt')),
  last_failure_at: Nullable(Timestamp('Latest attempt of a delivery that is not delivered')),
  hours: Type.Array(Closed({ since: Timestamp(), ...DeliveryCounts }), {
    description: `The same for each of the last ${HEALTH_HOURS} hours, by creation of the delivery, oldest first; the last one is the current hour`,
  }),
  counted_since: Timestamp(
    'Later than the first hour if there were too many deliveries to count; then all numbers cover only the newest deliveries',
  ),
}

export const WebhookHealth = Closed(health, {
  description: 'Deliveries that were created in the last 24 hours',
})
export type WebhookHealth = Static<typeof WebhookHealth>

export const WebhookHealthDetail = Closed(
  {
    ...health,
    last_attempt: Nullable(Delivery, {
      description:
        'The delivery with the latest attempt, also if it was created earlier; null without an attempt',
    }),
    next_attempt_at: Nullable(
      Timestamp(
        'Time of the next attempt; in the past if it is due, null if no delivery is pending. After repeated failures, attempts to a receiver pause for up to 5 minutes.',
      ),
    ),
    disables_at: Nullable(
      Timestamp('When the webhook is disabled if every attempt fails until then'),
    ),
    response_times: Type.Array(Closed({ since: Timestamp(), latency_ms: Latency }), {
      description: `For each of the last ${HEALTH_HOURS} hours, by time of the attempt, oldest first; the last one is the current hour`,
    }),
  },
  { description: 'The health of a webhook with its last and next attempt' },
)
export type WebhookHealthDetail = Static<typeof WebhookHealthDetail>

export const WebhookHealthQuery = Closed(pageQuery)
export const WebhookHealthPage = Page(
  WebhookHealth,
  'A page of webhook health, in the same order as the list of webhooks',
)
