// The webhook resource: URL, event types, filter and state. It never contains secrets.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { WebhookFilter } from './webhook-filter.ts'

export const ORDERINGS = ['none', 'task'] as const
export const Ordering = Choice(ORDERINGS, {
  description:
    '`task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it.',
})

const fields = {
  id: Id('webhook'),
  url: Type.String({ description: 'URL that events are sent to' }),
  description: Type.String(),
  event_types: Type.Array(Type.String(), { description: 'Event types; empty means all types' }),
  filter: WebhookFilter,
  ordering: Ordering,
  enabled: Type.Boolean({ description: 'Whether events are sent' }),
  disabled_reason: Nullable(
    Choice(['manual', 'gone', 'failing'], {
      description:
        '`manual`: disabled by a user. `gone`: the receiver responded with 410. `failing`: every attempt failed for days.',
    }),
  ),
  header_names: Type.Array(Type.String(), { description: 'Names of the custom headers' }),
  failing_since: Nullable(Timestamp('Since when every attempt has failed')),
  secret_state: Choice(['readable', 'needs_reentry'], {
    description:
      '`needs_reentry`: the secret or the headers can no longer be decrypted because the master key is lost. Rotate the secret and send the headers again.',
  }),
  rotation: Nullable(
    Closed({
      expires_at: Timestamp('Until when deliveries are also signed with the previous secret'),
    }),
    { description: 'Set while deliveries are signed with both secrets' },
  ),
  version: Type.Integer({
    minimum: 1,
    description: 'Incremented on every change; basis of the ETag',
  }),
  created_by: Actor,
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const Webhook = Closed(fields, { description: 'A webhook' })
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
  { description: 'The updated webhook' },
)
export type ChangedWebhook = Static<typeof ChangedWebhook>

export const WebhookWithSecret = Closed(
  {
    ...fields,
    secret: Type.Optional(
      Type.String({
        description:
          'Signing secret (Standard Webhooks). Returned only once: a retry with the same `Idempotency-Key` does not return it again.',
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
