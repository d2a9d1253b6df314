// Filters and sorts by a custom field, as the list of tasks and saved views write them: `severity:is:high`, `field:severity`.
import { type Static, Type } from 'typebox'
import { worded } from '../patterns.ts'

export const FIELD_OPERATORS = ['is', 'from', 'to', 'set', 'unset'] as const
export type FieldOperator = (typeof FIELD_OPERATORS)[number]

const KEY = '[a-z][a-z0-9_]{0,49}'
/** Longer texts are not compared as a whole. */
export const FIELD_FILTER_VALUE_MAX = 190

const PATTERN = worded(
  `^${KEY}:(set|unset|(is|from|to):[^\\u0000]{1,${FIELD_FILTER_VALUE_MAX}})$`,
  `must be a field and a condition: key:is:value, key:from:value, key:to:value, key:set or key:unset, for example severity:is:high; values have up to ${FIELD_FILTER_VALUE_MAX} characters`,
  { echo: true },
)

export const FieldFilters = Type.Array(Type.String({ pattern: PATTERN, maxLength: 300 }), {
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
  description:
    'Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents.',
  examples: [['severity:is:high']],
})
export type FieldFilters = Static<typeof FieldFilters>

export type FieldFilter = { key: string; operator: FieldOperator; value: string }

/** The pattern has checked the form. */
export function parseFieldFilter(text: string): FieldFilter {
  const [key = '', operator = '', ...value] = text.split(':')
  return { key, operator: operator as FieldOperator, value: value.join(':') } // the pattern has no others
}

export function printFieldFilter({ key, operator, value }: FieldFilter): string {
  const isBare = operator === 'set' || operator === 'unset'
  return isBare ? `${key}:${operator}` : `${key}:${operator}:${value}`
}

const SORT_PREFIX = 'field:'
export const FIELD_SORT_PATTERN = `${SORT_PREFIX}${KEY}`

/** The key of a sort by a custom field, with or without its direction. */
export function sortedField(sort: string): string | undefined {
  const name = sort.replace(/^-/, '')
  return name.startsWith(SORT_PREFIX) ? name.slice(SORT_PREFIX.length) : undefined
}
