// Health of webhooks: deliveries, success rate and latency of the last 24 hours.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'

export const HEALTH_HOURS = 24

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const DeliveryCounts = {
  delivered: Count('Delivered'),
  failed: Count('Ran out of retries, or canceled'),
  pending: Count('Waiting for the first attempt or a retry'),
}

export const WEBHOOK_STATES = ['working', 'failing', 'disabled', 'unused'] as const

export const WebhookHealth = Closed(
  {
    webhook_id: Id('webhook'),
    state: Choice(WEBHOOK_STATES, {
      description:
        '`failing`: every attempt since `failing_since` of the webhook has failed. `unused`: there were no deliveries.',
    }),
    ...DeliveryCounts,
    success_rate: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Delivered, as a fraction of delivered and failed; null if there are none',
    }),
    latency_ms: Nullable(
      Closed({ p50: Type.Integer({ minimum: 0 }), p95: Type.Integer({ minimum: 0 }) }),
      { description: 'Response time of the receiver; null without a response' },
    ),
    last_success_at: Nullable(Timestamp('Latest successful attempt')),
    last_failure_at: Nullable(Timestamp('Latest attempt of a delivery that is not delivered')),
    hours: Type.Array(Closed({ since: Timestamp(), ...DeliveryCounts }), {
      description: `The same for each of the last ${HEALTH_HOURS} hours, by creation of the delivery, oldest first; the last one is the current hour`,
    }),
    counted_since: Timestamp(
      'Later than the first hour if there were too many deliveries to count; then all numbers cover only the newest deliveries',
    ),
  },
  { description: 'Deliveries that were created in the last 24 hours' },
)
export type WebhookHealth = Static<typeof WebhookHealth>

export const WebhookHealthQuery = Closed(pageQuery)
export const WebhookHealthPage = Page(
  WebhookHealth,
  'A page of webhook health, in the same order as the list of webhooks',
)
