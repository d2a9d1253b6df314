// Filters by custom fields as SQL: one condition for each field, over the rows that repeat the values of tasks.
import type { FieldFilter } from '@task-service/contract'
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { didYouMean, quote } from '#lib/messages/field-problem.ts'
import { findClosest } from '#lib/messages/find-closest.ts'
import { isDate } from './check-values.ts'
import { parameterInvalid } from './errors.ts'
import type { FieldRow } from './store.ts'

type Definition = Pick<FieldRow, 'id' | 'key' | 'type' | 'choices'>

/** What tasks are compared with: the rest of a filter has been checked. */
export type FieldCondition = {
  field: Definition
  /** The values of `is`, any of which matches. */
  values: readonly (string | number)[]
  from?: string | number
  to?: string | number
  /** Undefined: the condition says nothing about tasks without a value. */
  isSet?: boolean
}

/** `filters` are those of one field. */
export function readConditions(
  field: Definition,
  filters: readonly FieldFilter[],
): FieldCondition[] {
  const valuesOf = (operator: FieldFilter['operator']) =>
    filters.filter((filter) => filter.operator === operator).map(({ value }) => read(field, value))
  const has = (operator: FieldFilter['operator']) =>
    filters.some((filter) => filter.operator === operator)
  const isRange = has('from') || has('to')
  if (isRange && field.type !== 'number' && field.type !== 'date') {
    const message = `from and to are for numbers and dates, and ${field.key} is of type ${field.type}`
    throw parameterInvalid('field', message)
  }
  const bounds = [
    ...valuesOf('from').map((from) => ({ from })),
    ...valuesOf('to').map((to) => ({ to })),
  ]
  const values = valuesOf('is')
  return [
    ...(values.length > 0 ? [{ field, values }] : []),
    ...(bounds.length > 0
      ? [{ field, values: [], ...Object.assign({}, ...narrowest(bounds)) }]
      : []),
    ...(has('set') ? [{ field, values: [], isSet: true }] : []),
    ...(has('unset') ? [{ field, values: [], isSet: false }] : []),
  ]
}

/** Of several bounds in one direction only the narrowest counts. */
function narrowest(bounds: readonly { from?: string | number; to?: string | number }[]) {
  return bounds.toSorted((a, b) => {
    if (a.from !== undefined && b.from !== undefined) return a.from < b.from ? -1 : 1
    if (a.to !== undefined && b.to !== undefined) return a.to > b.to ? -1 : 1
    return 0
  })
}

function read({ key, type, choices }: Definition, value: string): string | number {
  const fail = (text: string) => parameterInvalid('field', `${key} ${text}, got ${quote(value)}`)
  if (type === 'number') {
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN
    if (!Number.isFinite(number)) throw fail('must be compared with a number')
    return number
  }
  if (type === 'date' && !isDate(value)) {
    throw fail('must be compared with a date such as 2026-11-15')
  }
  if (type === 'choice' && !choices.some((choice) => choice.value === value)) {
    const allowed = choices.map((choice) => choice.value)
    const close = didYouMean(findClosest(value, allowed))
    const message = `${key} has no choice ${quote(value)}${close}`
    throw parameterInvalid('field', message, allowed)
  }
  return value
}

export function toSql(tx: Tx, condition: FieldCondition): Sql {
  const { field, isSet } = condition
  // Every row is in one of the two indexes, and this says in which one.
  const any = field.type === 'number' ? sql`d.number is not null` : sql`d.value is not null`
  const tests = isSet === undefined ? comparisons(condition) : [any]
  return sql`${isSet === false ? sql`not ` : empty}exists (
    select from task_field_values d
    where ${tx.mine('d')} and d.field_id = ${field.id} and ${join(tests, ' and ')} and d.task_id = t.id)`
}

function comparisons({ field: { type }, values, from, to }: FieldCondition): Sql[] {
  const isNumber = type === 'number'
  const isFolded = type === 'text' || type === 'person' || type === 'url'
  const column = isNumber ? sql`d.number` : sql`d.value`
  const bind = (value: string | number) =>
    isNumber
      ? sql`${value}::double precision`
      : isFolded
        ? sql`fold_text(${value})`
        : sql`${value}::text`
  const [only] = values
  return [
    // A single value is compared directly: for a list, even of one, an index does not return rows in order.
    ...(values.length === 1 && only !== undefined ? [sql`${column} = ${bind(only)}`] : []),
    ...(values.length > 1 ? [sql`${column} = any(array[${join(values.map(bind))}])`] : []),
    ...(from === undefined ? [] : [sql`${column} >= ${bind(from)}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${bind(to)}`]),
  ]
}
