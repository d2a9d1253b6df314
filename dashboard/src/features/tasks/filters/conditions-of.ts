// The conditions of a search on one custom field, taken apart and put together as the API writes them.
import type { TaskSearch } from '../data/task-search.ts'

export type Conditions = {
  is: string[]
  from?: string
  to?: string
  /** Whether there is any value; undefined where that is not asked. */
  isSet?: boolean
}

const keyOf = (condition: string): string => condition.split(':')[0] ?? ''

/** The keys that have conditions, in their order. */
export function keysOf(field: readonly string[]): string[] {
  return [...new Set(field.map(keyOf))]
}

export function conditionsOf(field: readonly string[], key: string): Conditions {
  const found: Conditions = { is: [] }
  for (const condition of field.filter((one) => keyOf(one) === key)) {
    const [, operator, ...rest] = condition.split(':')
    const value = rest.join(':')
    if (operator === 'is') found.is.push(value)
    else if (operator === 'from') found.from = value
    else if (operator === 'to') found.to = value
    else found.isSet = operator === 'set'
  }
  return found
}

/** The other fields keep what they have. Undefined when nothing is left. */
export function withConditions(
  field: readonly string[] = [],
  key: string,
  { is, from, to, isSet }: Conditions,
): string[] | undefined {
  const own = [
    ...is.map((value) => `${key}:is:${value}`),
    ...(from ? [`${key}:from:${from}`] : []),
    ...(to ? [`${key}:to:${to}`] : []),
    ...(isSet === undefined ? [] : [`${key}:${isSet ? 'set' : 'unset'}`]),
  ]
  const next = [...field.filter((one) => keyOf(one) !== key), ...own].slice(0, 10)
  return next.length > 0 ? next : undefined
}

export function withField(search: TaskSearch, key: string, conditions: Conditions): TaskSearch {
  const { field, ...rest } = search
  const next = withConditions(field, key, conditions)
  return { ...rest, ...(next && { field: next }) }
}
