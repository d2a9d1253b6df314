// Values that fields of an event must have to match a webhook. No expressions: a filter can be read, checked and explained.
import { type Static, Type } from 'typebox'
import { worded } from '../patterns.ts'
import { NO_NUL } from '../schema.ts'

export const FILTER_KEYS_MAX = 10
export const FILTER_VALUES_MAX = 50

export type FilterValue = string | number | boolean | null

const path = {
  type: 'string',
  maxLength: 200,
  pattern: worded(
    '^(changed|actor\\.(kind|id)|(data|previous)(\\.[^.\\u0000]{1,100}){1,8})$',
    'must be a filter path such as data.status, changed or actor.kind',
    { echo: true, suggest: (name) => (/^\w+$/.test(name) ? `data.${name}` : undefined) },
  ),
}
const values = {
  type: 'array',
  minItems: 1,
  maxItems: FILTER_VALUES_MAX,
  items: {
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 500,
    pattern: NO_NUL,
  },
}

const description =
  'Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does.'
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

/** In a merge patch null removes a path. */
export const WebhookFilterChange = Type.Unsafe<Record<string, FilterValue[] | null>>({
  type: ['object', 'null'],
  maxProperties: FILTER_KEYS_MAX * 2,
  propertyNames: path,
  additionalProperties: { ...values, type: ['array', 'null'] },
  description,
  examples,
})
