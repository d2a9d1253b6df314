// One event on its way to one webhook, and every attempt to get it there.
import { type Static, Type } from 'typebox'
import { EventEnvelope, type EventType, events } from '../events.ts'
import { Id, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const
const DeliveryStatus = Choice(DELIVERY_STATUSES, {
  description: '`canceled`: the webhook was disabled before it could be sent',
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
const DeliveryError = Choice(DELIVERY_ERRORS, { description: 'What went wrong' })

const outcome = {
  duration_ms: Nullable(Type.Integer()),
  status_code: Nullable(Type.Integer(), { description: 'Of the answer, when there was one' }),
  error: Nullable(DeliveryError),
}

const fields = {
  id: Id('delivery'),
  webhook_id: Id('webhook'),
  event_id: Id('event', { description: 'Also the `webhook-id` of every attempt' }),
  event_type: Type.String(),
  event_at: Timestamp('When the event happened'),
  task_number: Nullable(Type.Integer({ minimum: 1 }), {
    description: 'Number of the task that it is about, while there is one',
  }),
  status: DeliveryStatus,
  attempt_count: Type.Integer({ minimum: 0 }),
  round: Type.Integer({ minimum: 0, description: 'How often it was sent again by hand' }),
  attempted_at: Nullable(Timestamp('Of the latest attempt')),
  next_attempt_at: Nullable(Timestamp()),
  ...outcome,
  created_at: Timestamp(),
}

export const Delivery = Closed(fields, {
  description: 'An event on its way to a webhook; the outcome is that of the latest attempt',
})
export type Delivery = Static<typeof Delivery>

export const DeliveryAttempt = Closed({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp(),
  ...outcome,
  response: Nullable(Type.String(), { description: 'Beginning of the answer’s body' }),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryWithAttempts = Closed(
  {
    ...fields,
    attempts: Type.Array(DeliveryAttempt, { description: 'Oldest first' }),
    event: Nullable(EventEnvelope, {
      description: 'What every attempt sends; null when it is older than events are kept',
    }),
  },
  { description: 'A delivery with what it sends and with every attempt' },
)
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>

const filters = {
  status: Type.Optional(
    Type.Array(DeliveryStatus, {
      minItems: 1,
      maxItems: 4,
      description: 'Any of these; repeat it',
    }),
  ),
  event_type: Type.Optional(Choice(Object.keys(events) as EventType[])), // keys of the table
  since: Type.Optional(Timestamp('Noted at or after')),
  until: Type.Optional(Timestamp('Noted before')),
}

export const DeliveryListQuery = Closed({ ...pageQuery, ...filters })
export type DeliveryListQuery = Static<typeof DeliveryListQuery>
export const DeliveryLogQuery = Closed({
  ...pageQuery,
  ...filters,
  webhook: Type.Optional(Id('webhook', { description: 'Only what was sent to this one' })),
  task: Type.Optional({
    ...TaskReference,
    description: 'Only what is about this task (`tsk_…` or `T-142`) or its comments',
  }),
})
export type DeliveryLogQuery = Static<typeof DeliveryLogQuery>

export const DeliveryPage = Page(Delivery, 'A page of deliveries, newest first')
export const deliveryParams = Closed({ delivery: Id('delivery') })
