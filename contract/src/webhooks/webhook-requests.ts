// Requests that create, update, test and recover webhooks.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { type EventType, EventTypeSelector, events } from '../events/events.ts'
import { Id } from '../ids.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, OpenObject, Text, Timestamp } from '../schema.ts'
import { WebhookFilter, WebhookFilterChange } from './webhook-filter.ts'
import { Ordering } from './webhooks.ts'

const EventTypes = Type.Array(EventTypeSelector, {
  maxItems: 100,
  uniqueItems: true,
  description: 'Event types, or all of one kind (`task.*`); empty means all types',
  examples: [['task.created', 'comment.*']],
})

const Url = Text({
  minLength: 1,
  maxLength: 2000,
  description: 'URL that events are sent to; must be https unless the operator allows http',
})
const Description = Text({ maxLength: 500, description: 'Description' })

export const HEADERS_MAX = 20
/** They frame the message, sign it or belong to the connection. */
const reservedNames = [
  'host',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
  'user-agent',
]
const reservedPrefixes = ['content-', 'proxy-', 'webhook-']

/** JSON Schema has no patterns that ignore case. */
function inAnyCase(names: readonly string[]): string {
  return names.join('|').replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
}

const headerName = {
  type: 'string',
  maxLength: 64,
  pattern: worded("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", 'must be a valid HTTP header name', {
    echo: true,
  }),
  not: { pattern: `^((${inAnyCase(reservedNames)})$|(${inAnyCase(reservedPrefixes)}))` },
}
const headerValue = {
  type: 'string',
  writeOnly: true,
  minLength: 1,
  maxLength: 2000,
  pattern: worded(
    '^[\\x21-\\x7e]([\\t\\x20-\\x7e]*[\\x21-\\x7e])?$',
    'must contain only printable ASCII characters, without leading or trailing spaces',
  ),
}
const headersText =
  'Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names.'

const Headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: HEADERS_MAX,
  propertyNames: headerName,
  additionalProperties: headerValue,
  description: headersText,
  examples: [{ authorization: 'Bearer your-token' }],
})

const HeadersChange = Type.Unsafe<Record<string, string | null> | null>({
  type: ['object', 'null'],
  maxProperties: HEADERS_MAX * 2,
  propertyNames: headerName,
  additionalProperties: { ...headerValue, type: ['string', 'null'] },
  description: `${headersText} null removes one header, or all. A change of the origin (scheme, host or port) of \`url\` removes every stored header that is not sent again in the same request.`,
})

const four = '[A-Za-z0-9+/]{4}'
const padded = '[A-Za-z0-9+/]{2}=='
const Secret = Type.String({
  maxLength: 100,
  pattern: worded(
    `^whsec_((${four}){8,20}(${four}|[A-Za-z0-9+/]{3}=|${padded})?|(${four}){21}${padded})$`,
    'must be whsec_ followed by 24 to 64 bytes in Base64',
  ),
  writeOnly: true,
  description: '`whsec_` followed by 24 to 64 bytes in Base64; generated if omitted',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

const settings = {
  description: Type.Optional(Description),
  event_types: Type.Optional(EventTypes),
  enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent' })),
}

export const WebhookCreate = Closed(
  {
    url: Url,
    ...settings,
    ordering: Type.Optional(Ordering),
    filter: Type.Optional(WebhookFilter),
    headers: Type.Optional(Headers),
    secret: Type.Optional(Secret),
  },
  { description: 'Only `url` is required' },
)
export type WebhookCreate = Static<typeof WebhookCreate>

/** Not the ordering: what waits for its turn when that ends would wait forever. */
export const WebhookChange = Closed(
  {
    url: Type.Optional(Url),
    ...settings,
    filter: Type.Optional(WebhookFilterChange),
    headers: Type.Optional(HeadersChange),
  },
  {
    minProperties: 1,
    description: 'JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field',
  },
)
export type WebhookChange = Static<typeof WebhookChange>

export const OVERLAP_HOURS_DEFAULT = 24
export const SecretRotation = Closed({
  secret: Type.Optional(Secret),
  overlap_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      default: OVERLAP_HOURS_DEFAULT,
      description:
        'How long deliveries are also signed with the previous secret; 0 stops it immediately',
    }),
  ),
})
export type SecretRotation = Static<typeof SecretRotation>

const EventId = Id('event', { description: 'ID of an existing event' })
export const SampleEvent = Closed(
  {
    type: Choice(Object.keys(events) as EventType[]),
    data: OpenObject(),
    previous: Type.Optional(OpenObject()),
    changed: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
    actor: Type.Optional(Actor),
  },
  { description: 'A sample event' },
)

export const FilterTest = Closed(
  {
    event_types: Type.Optional(EventTypes),
    filter: Type.Optional(WebhookFilter),
    event_id: Type.Optional(EventId),
    event: Type.Optional(SampleEvent),
  },
  {
    oneOf: [
      { required: ['event_id'], properties: { event_id: EventId } },
      { required: ['event'], properties: { event: SampleEvent } },
    ],
    description: 'Event types and filter, and either the ID of an existing event or a sample event',
  },
)
export type FilterTest = Static<typeof FilterTest>

export const FilterTestResult = Closed({
  matches: Type.Boolean(),
  reason: Type.String({ description: 'Why the event matches or not' }),
})

export const RECOVERY_MAX = 100_000
export const Recovery = Closed({
  since: Timestamp('Events at or after this time'),
  until: Type.Optional(Timestamp('Events before this time; default: now')),
  only: Choice(['failed', 'missing'], {
    description:
      '`failed`: deliveries that failed or were canceled. `missing`: events that match the current filter but were never sent, for example because the webhook was disabled or did not exist yet.',
  }),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only count, send nothing' })),
})
export type Recovery = Static<typeof Recovery>

export const RecoveryResult = Closed({
  count: Type.Integer({
    minimum: 0,
    description: 'Deliveries that are resent, or with `dry_run` would be',
  }),
  has_more: Type.Boolean({
    description: `Whether there are more than the ${RECOVERY_MAX.toLocaleString('en')} of one request; repeat the request`,
  }),
})
export type RecoveryResult = Static<typeof RecoveryResult>

export const WebhookRetryResult = Closed({
  count: Type.Integer({ minimum: 0, description: 'Pending deliveries that are attempted now' }),
  has_more: Type.Boolean({
    description: `Whether there are more than the ${RECOVERY_MAX.toLocaleString('en')} of one request; repeat the request`,
  }),
})
export type WebhookRetryResult = Static<typeof WebhookRetryResult>
