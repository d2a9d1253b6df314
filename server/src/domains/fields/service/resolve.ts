// The custom fields that a list is filtered and sorted by: looked up by their keys, once for a request.
import { parseFieldFilter, sortedField } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import type { Sql } from '#db/sql.ts'
import { type FieldCondition, readConditions, toSql } from '../conditions.ts'
import { unknownField } from '../errors.ts'
import type { FieldRow } from '../store.ts'
import { allFields } from './read.ts'

/** `column` of the rows has the order of the field. */
export type SortedField = { id: string; column: 'value' | 'number' }

export type FieldUse = {
  conditions: Sql[]
  sort?: SortedField
  /** The filters leave no task without a value of the field that it is sorted by. */
  hasOnlyValues: boolean
}

type Query = { field?: readonly string[] | undefined; sort?: string | undefined }

const NONE: FieldUse = { conditions: [], hasOnlyValues: false }

export async function resolveFields(ctx: Context, query: Query): Promise<FieldUse> {
  const sortKey = query.sort === undefined ? undefined : sortedField(query.sort)
  const filters = (query.field ?? []).map(parseFieldFilter)
  if (sortKey === undefined && filters.length === 0) return NONE
  const known = await allFields(ctx)
  const find = (parameter: string, key: string): FieldRow => {
    const keys = known.map((field) => field.key)
    const field = known.find((one) => one.key === key)
    if (!field) throw unknownField(parameter, key, keys)
    return field
  }
  const byKey = Map.groupBy(filters, ({ key }) => key)
  const conditions = [...byKey].flatMap(([key, own]) => readConditions(find('field', key), own))
  const sorted = sortKey === undefined ? undefined : find('sort', sortKey)
  return {
    conditions: conditions.map((condition) => toSql(ctx.tx, condition)),
    ...(sorted && { sort: sortOf(sorted) }),
    hasOnlyValues: conditions.some((one) => one.field.id === sorted?.id && requiresValue(one)),
  }
}

/** Keys in a parameter of a list, none of which may be unknown. */
export async function refuseUnknownKeys(
  ctx: Context,
  parameter: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  const known = (await allFields(ctx)).map(({ key }) => key)
  const unknown = keys.find((key) => !known.includes(key))
  if (unknown !== undefined) throw unknownField(parameter, unknown, known)
}

const requiresValue = ({ isSet }: FieldCondition): boolean => isSet !== false

function sortOf({ id, type }: FieldRow): SortedField {
  return { id, column: type === 'number' || type === 'choice' ? 'number' : 'value' }
}
