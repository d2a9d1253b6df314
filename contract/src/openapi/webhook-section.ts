// The `webhooks` of the OpenAPI document: the request that a webhook receives for each type of event.
import { EventEnvelope, type EventType, events } from '../events/events.ts'
import { eventExample } from '../events/examples.ts'
import { componentNameOf, type JsonObject } from './component-names.ts'
import type { SchemaPrinter } from './print-schema.ts'

/** Not that of the operations on webhooks: generators make a file of each tag. */
export const WEBHOOK_TAG = 'Webhook requests'

type Json = Record<string, unknown>

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Of Standard Webhooks. */
const parameters = [
  header('webhook-id', 'ID of the event: deduplicate by it'),
  header('webhook-timestamp', 'When the attempt was made, in seconds since 1970'),
  header('webhook-signature', '`v1,` and an HMAC-SHA256 in Base64; several during a rotation'),
]

const responses = {
  '2XX': { description: 'Received. Any other response, or none within the timeout, is retried.' },
  '410': { description: 'The webhook is disabled.' },
}

/** A reference here makes openapi-generator write TypeScript that does not compile. */
const AnyEvent = { type: 'object', description: 'See the description of the operation' }

/** One for each kind of object: generators do not agree on how to type an event by the value of its `type`. */
function envelopeOf(type: EventType): { name: string; schema: JsonObject } {
  const data = events[type].data as unknown as JsonObject // a schema is JSON
  const name = componentNameOf(data)?.name
  if (name === undefined) throw new Error(`the data of ${type} has no name in the contract`)
  const envelope = EventEnvelope as unknown as JsonObject
  const properties = { ...EventEnvelope.properties, data }
  return { name: `${name}Event`, schema: { ...envelope, properties } }
}

export function webhookSection(declare: SchemaPrinter['declare']): Json {
  return Object.fromEntries(
    (Object.keys(events) as EventType[]).map((type) => {
      const { name, schema } = envelopeOf(type)
      declare(name, schema)
      const post = {
        operationId: `webhook.${type}`,
        tags: [WEBHOOK_TAG],
        summary: `Receive ${type}`,
        description: `${events[type].when} The body is a \`${name}\`.`,
        'x-event-schema': name,
        // Authenticated by the signature.
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: AnyEvent, example: eventExample(type) },
          },
        },
        responses,
      }
      return [type, { post }]
    }),
  )
}
