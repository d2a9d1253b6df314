// A delivery: one event for one webhook, with every attempt.
import { type Static, Type } from 'typebox'
import { EventEnvelope, type EventType, events } from '../events/events.ts'
import { Id, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const
const DeliveryStatus = Choice(DELIVERY_STATUSES, {
  description:
    '`pending`: waiting for the first attempt or a retry. `failed`: ran out of retries. `canceled`: the webhook was disabled or deleted first.',
})

export const DELIVERY_ERRORS = [
  'timeout',
  'connection',
  'refused_address',
  'status',
  'redirect',
  'gone',
  'webhook_disabled',
  'event_expired',
  'secret_lost',
] as const
const DeliveryError = Choice(DELIVERY_ERRORS, { description: 'Why the latest attempt failed' })

const outcome = {
  duration_ms: Nullable(Type.Integer()),
  status_code: Nullable(Type.Integer(), {
    description: 'HTTP status of the response; null without a response',
  }),
  error: Nullable(DeliveryError),
}

const fields = {
  id: Id('delivery'),
  webhook_id: Id('webhook'),
  event_id: Id('event', {
    description: 'ID of the event; sent as `webhook-id` with every attempt',
  }),
  event_type: Type.String(),
  event_at: Timestamp('When the event happened'),
  task_number: Nullable(Type.Integer({ minimum: 1 }), {
    description: 'Number of the task of the event, if the task still exists',
  }),
  status: DeliveryStatus,
  attempt_count: Type.Integer({ minimum: 0 }),
  round: Type.Integer({ minimum: 0, description: 'How often it was resent manually' }),
  attempted_at: Nullable(Timestamp('Time of the latest attempt')),
  next_attempt_at: Nullable(Timestamp()),
  ...outcome,
  created_at: Timestamp(),
}

export const Delivery = Closed(fields, {
  description:
    'A delivery of an event to a webhook; duration, status code and error are those of the latest attempt',
})
export type Delivery = Static<typeof Delivery>

export const DeliveryAttempt = Closed({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp(),
  ...outcome,
  response: Nullable(Type.String(), { description: 'Beginning of the response body' }),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryWithAttempts = Closed(
  {
    ...fields,
    attempts: Type.Array(DeliveryAttempt, { description: 'Oldest first' }),
    event: Nullable(EventEnvelope, {
      description: 'The event that is sent; null if it is past its retention period',
    }),
  },
  { description: 'A delivery with its event and all attempts' },
)
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>

const filters = {
  status: Type.Optional(
    Type.Array(DeliveryStatus, {
      minItems: 1,
      maxItems: 4,
      description: 'Any of these statuses; repeatable',
    }),
  ),
  event_type: Type.Optional(
    Choice(Object.keys(events) as EventType[], { description: 'Only events of this type' }), // keys of the table
  ),
  since: Type.Optional(Timestamp('Created at or after')),
  until: Type.Optional(Timestamp('Created before')),
}

export const DeliveryListQuery = Closed({ ...pageQuery, ...filters })
export type DeliveryListQuery = Static<typeof DeliveryListQuery>
export const DeliveryLogQuery = Closed({
  ...pageQuery,
  ...filters,
  webhook: Type.Optional(Id('webhook', { description: 'Only deliveries to this webhook' })),
  task: Type.Optional({
    ...TaskReference,
    description:
      'Only deliveries about this task (`tsk_…` or `T-142`) or its comments or attachments',
  }),
})
export type DeliveryLogQuery = Static<typeof DeliveryLogQuery>

export const DeliveryPage = Page(Delivery, 'A page of deliveries, newest first')
export const deliveryParams = Closed({ delivery: Id('delivery') })

export const RESEND_MAX = 500
export const DeliveriesResend = Closed({
  deliveries: Type.Array(Id('delivery'), {
    minItems: 1,
    maxItems: RESEND_MAX,
    uniqueItems: true,
    description: 'IDs of deliveries, of one or several webhooks',
  }),
})
export type DeliveriesResend = Static<typeof DeliveriesResend>

export const DeliveriesResendResult = Closed({
  count: Type.Integer({ minimum: 0, description: 'Deliveries that are resent' }),
  skipped: Type.Array(
    Closed({
      delivery_id: Id('delivery'),
      code: Choice(['delivery_not_found', 'webhook_disabled'], {
        description: 'Error code that a resend of this delivery alone returns',
      }),
    }),
    { description: 'Deliveries that are not resent, in the order of the request' },
  ),
})
export type DeliveriesResendResult = Static<typeof DeliveriesResendResult>
