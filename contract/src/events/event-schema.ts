// The JSON Schema of each type of event, as `GET /api/event-types` returns it.
import { type TSchema, Type } from 'typebox'
import { type EventEntry, EventEnvelope, type EventType, events } from './events.ts'

/** The envelope of one type: which type, and what `data` is, are known. */
export function eventSchema(type: EventType): TSchema {
  const { when, data }: EventEntry = events[type]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...Type.Object(
      { ...EventEnvelope.properties, type: Type.Literal(type), data },
      { additionalProperties: false, title: type, description: when },
    ),
  }
}
