// A webhook as clients see it: where events are sent, which ones, and how it fares. Its secrets are never in it.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { WebhookFilter } from './webhook-filter.ts'

export const ORDERINGS = ['none', 'task'] as const
export const Ordering = Choice(ORDERINGS, {
  description:
    '`task`: events of one task arrive one after the other; slower, and one that fails holds up the rest',
})

const fields = {
  id: Id('webhook'),
  url: Type.String({ description: 'Where events are sent' }),
  description: Type.String(),
  event_types: Type.Array(Type.String(), { description: 'None means events of every type' }),
  filter: WebhookFilter,
  ordering: Ordering,
  enabled: Type.Boolean({ description: 'Whether events are sent at all' }),
  disabled_reason: Nullable(
    Choice(['manual', 'gone', 'failing'], {
      description: 'By hand, the receiver answered 410, or every attempt failed for days',
    }),
  ),
  header_names: Type.Array(Type.String(), { description: 'Names of the headers of your own' }),
  failing_since: Nullable(Timestamp('Since when every attempt has failed')),
  secret_state: Choice(['readable', 'needs_reentry'], {
    description:
      '`needs_reentry`: its secret or its headers went with a lost master key; rotate the secret and send the headers again',
  }),
  rotation: Nullable(
    Closed({ expires_at: Timestamp('Until when the earlier secret signs as well') }),
    { description: 'While both secrets sign' },
  ),
  version: Type.Integer({
    minimum: 1,
    description: 'Counts every change; the ETag is made of it',
  }),
  created_by: Actor,
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const Webhook = Closed(fields, { description: 'Where events are sent, and which' })
export type Webhook = Static<typeof Webhook>

export const ChangedWebhook = Closed(
  {
    ...fields,
    dropped_header_names: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Only after a change of the origin (scheme, host or port) of `url`: names of the custom headers that were removed, because they were stored for the previous origin',
      }),
    ),
  },
  { description: 'The webhook after the change' },
)
export type ChangedWebhook = Static<typeof ChangedWebhook>

export const WebhookWithSecret = Closed(
  {
    ...fields,
    secret: Type.Optional(
      Type.String({
        description:
          'Signs what is sent (Standard Webhooks). Shown here and never again, not even to a repetition with the same Idempotency-Key',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ),
  },
  { description: 'The webhook with its new secret' },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookListQuery = Closed(pageQuery)
export const WebhookPage = Page(Webhook, 'A page of webhooks, oldest first')
export const webhookParams = Closed({ webhook: Id('webhook') })
