// Values that fields of an event must have for a webhook to want it. No expressions: what is written here can be read,
// checked and explained.
import { type Static, Type } from 'typebox'

export const FILTER_KEYS_MAX = 10
export const FILTER_VALUES_MAX = 50

export type FilterValue = string | number | boolean | null

const path = {
  type: 'string',
  maxLength: 200,
  pattern: '^(changed|actor\\.(kind|id)|(data|previous)(\\.[^.\\u0000]{1,100}){1,8})$',
}
const values = {
  type: 'array',
  minItems: 1,
  maxItems: FILTER_VALUES_MAX,
  items: {
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 500,
    pattern: '^[^\\u0000]*$',
  },
}

const description =
  'Lists of values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). Every path must have one of its values; an array has one when one of its elements is it'
const examples = [{ 'data.queue': ['support'], 'data.priority': ['urgent', 'high'] }]

export const WebhookFilter = Type.Unsafe<Record<string, FilterValue[]>>({
  type: 'object',
  maxProperties: FILTER_KEYS_MAX,
  propertyNames: path,
  additionalProperties: values,
  description,
  examples,
})
export type WebhookFilter = Static<typeof WebhookFilter>

/** In a merge patch null takes a path away. */
export const WebhookFilterChange = Type.Unsafe<Record<string, FilterValue[] | null>>({
  type: ['object', 'null'],
  maxProperties: FILTER_KEYS_MAX * 2,
  propertyNames: path,
  additionalProperties: { ...values, type: ['array', 'null'] },
  description,
  examples,
})
