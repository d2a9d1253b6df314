// How webhooks have fared lately, for whoever looks after them. What a webhook is stands with the webhook.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'

export const HEALTH_HOURS = 24

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const DeliveryCounts = {
  delivered: Count('Arrived'),
  failed: Count('Given up after the last attempt, or canceled'),
  pending: Count('Not tried yet, or to be tried again'),
}

export const WEBHOOK_STATES = ['working', 'failing', 'disabled', 'unused'] as const

export const WebhookHealth = Closed(
  {
    webhook_id: Id('webhook'),
    state: Choice(WEBHOOK_STATES, {
      description:
        '`failing`: every attempt since `failing_since` of the webhook has failed. `unused`: nothing was to be sent',
    }),
    ...DeliveryCounts,
    success_rate: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Share of what arrived in what was decided; null when nothing was',
    }),
    latency_ms: Nullable(
      Closed({ p50: Type.Integer({ minimum: 0 }), p95: Type.Integer({ minimum: 0 }) }),
      { description: 'How long the receiver took to answer; null when it never did' },
    ),
    last_success_at: Nullable(Timestamp('Latest attempt that arrived')),
    last_failure_at: Nullable(Timestamp('Latest attempt of a delivery that has not arrived')),
    hours: Type.Array(Closed({ since: Timestamp(), ...DeliveryCounts }), {
      description: `The same by the hour in which a delivery was noted, oldest first; the last of the ${HEALTH_HOURS} is the present one`,
    }),
    counted_since: Timestamp(
      'Later than the first hour when there were too many deliveries to count: then everything here is about the newest of them',
    ),
  },
  { description: 'Deliveries noted in the last 24 hours, and what has become of them' },
)
export type WebhookHealth = Static<typeof WebhookHealth>

export const WebhookHealthQuery = Closed(pageQuery)
export const WebhookHealthPage = Page(WebhookHealth, 'In the order of the list of webhooks')
