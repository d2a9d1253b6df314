// What clients may send about webhooks.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { type EventType, EventTypeSelector, events } from '../events.ts'
import { Id } from '../ids.ts'
import { Choice, Closed, OpenObject, Text, Timestamp } from '../schema.ts'
import { WebhookFilter, WebhookFilterChange } from './webhook-filter.ts'
import { Ordering } from './webhooks.ts'

const EventTypes = Type.Array(EventTypeSelector, {
  maxItems: 100,
  uniqueItems: true,
  description: 'Types, or all of one kind (`task.*`); none means events of every type',
  examples: [['task.created', 'comment.*']],
})

const Url = Text({
  minLength: 1,
  maxLength: 2000,
  description: 'Where events are sent; https unless the operator allows otherwise',
})
const Description = Text({ maxLength: 500, description: 'What it is for' })

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
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
  not: { pattern: `^((${inAnyCase(reservedNames)})$|(${inAnyCase(reservedPrefixes)}))` },
}
const headerValue = {
  type: 'string',
  minLength: 1,
  maxLength: 2000,
  pattern: '^[\\x21-\\x7e]([\\t\\x20-\\x7e]*[\\x21-\\x7e])?$',
}
const headersText =
  'Headers of your own, such as Authorization. They are kept sealed and never shown; `header_names` tells their names'

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
  description: `${headersText}. Null removes one header, or all. A change of the origin (scheme, host or port) of \`url\` removes every stored header that is not sent again in the same request`,
})

const four = '[A-Za-z0-9+/]{4}'
const padded = '[A-Za-z0-9+/]{2}=='
const Secret = Type.String({
  maxLength: 100,
  pattern: `^whsec_((${four}){8,20}(${four}|[A-Za-z0-9+/]{3}=|${padded})?|(${four}){21}${padded})$`,
  description: '`whsec_` and 24 to 64 bytes in Base64; made by us when left out',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

const settings = {
  description: Type.Optional(Description),
  event_types: Type.Optional(EventTypes),
  enabled: Type.Optional(Type.Boolean()),
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

/** Not the ordering: what waits for its turn when that ends would wait for ever. */
export const WebhookChange = Closed(
  {
    url: Type.Optional(Url),
    ...settings,
    filter: Type.Optional(WebhookFilterChange),
    headers: Type.Optional(HeadersChange),
  },
  {
    minProperties: 1,
    description: 'JSON merge patch (RFC 7396): what is left out stays, null clears',
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
      description: 'How long the earlier secret signs as well; 0 ends it at once',
    }),
  ),
})
export type SecretRotation = Static<typeof SecretRotation>

const EventId = Id('event', { description: 'An event of the log' })
const MadeUpEvent = Closed(
  {
    type: Choice(Object.keys(events) as EventType[]),
    data: OpenObject(),
    previous: Type.Optional(OpenObject()),
    changed: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
    actor: Type.Optional(Actor),
  },
  { description: 'One that you make up' },
)

export const FilterTest = Closed(
  {
    event_types: Type.Optional(EventTypes),
    filter: Type.Optional(WebhookFilter),
    event_id: Type.Optional(EventId),
    event: Type.Optional(MadeUpEvent),
  },
  {
    oneOf: [
      { required: ['event_id'], properties: { event_id: EventId } },
      { required: ['event'], properties: { event: MadeUpEvent } },
    ],
    description: 'A subscription, and an event of the log or one that you make up',
  },
)
export type FilterTest = Static<typeof FilterTest>

export const FilterTestResult = Closed({
  matches: Type.Boolean(),
  reason: Type.String({ description: 'What decided, in words' }),
})

export const RECOVERY_MAX = 100_000
export const Recovery = Closed({
  since: Timestamp('Events that happened at or after'),
  until: Type.Optional(Timestamp('Events that happened before; now when left out')),
  only: Choice(['failed', 'missing'], {
    description:
      '`failed`: deliveries that failed or were canceled. `missing`: events that the webhook wants as it is now and that were never meant for it, for instance because it was disabled or is newer',
  }),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only count' })),
})
export type Recovery = Static<typeof Recovery>

export const RecoveryResult = Closed({
  count: Type.Integer({ minimum: 0, description: 'Deliveries that are sent, or would be' }),
  has_more: Type.Boolean({
    description: `Whether there were more than the ${RECOVERY_MAX.toLocaleString('en')} of one request; send it again`,
  }),
})
export type RecoveryResult = Static<typeof RecoveryResult>
