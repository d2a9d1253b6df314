// Parses one statement of the policy: its SQL, its parameters, and the columns to send.
import { PARAM_TYPES, STATEMENT_KINDS } from '@task-service/contract'
import { ParamRefused, readParam } from './check-params.ts'
import type { Place } from './file-reader.ts'
import { bareText, bindText, UnreadableSql } from './placeholders.ts'
import {
  type BoundText,
  type Caps,
  type Engine,
  MASKS,
  type ParamPolicy,
  type StatementPolicy,
  type Treatment,
} from './policy.ts'

export const NAME = /^[a-z][a-z0-9_-]{0,63}$/
const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const COLUMN_NAME = /^.{1,128}$/s
const DEFAULTS: Caps = { maxRows: 1_000, maxBytes: 2 ** 20, timeoutMs: 15_000 }
const FIRST_WORDS = {
  read: ['select', 'with', 'values', 'table'],
  write: ['insert', 'update', 'delete', 'merge', 'replace', 'with', 'call', 'exec', 'begin'],
} as const

export function readStatement(
  database: string,
  name: string,
  engine: Engine,
  place: Place,
  readCaps: (place: Place, defaults: Caps) => Caps,
): StatementPolicy {
  const kind = place.field('kind').choice(STATEMENT_KINDS) ?? 'read'
  const description = place.field('description')
  const sql = place.field('sql').text({ what: 'the SQL of the statement' }) ?? ''
  const params = place
    .field('params')
    .entries(PARAM_NAME, 'parameter')
    .map(([param, inner]) => readParamPolicy(param, inner))
  const columns = place
    .field('columns')
    .entries(COLUMN_NAME, 'column')
    .map(([column, inner]): [string, Treatment] => [column, readTreatment(inner)])
  if (params.length > 100) place.fail('has more than 100 parameters')
  if (columns.length > 500) place.fail('has more than 500 columns')
  const caps = readCaps(place, DEFAULTS)
  const bound = readText(place, sql, engine, kind, params)
  const rules = readWriteRules(place, kind, params)
  if (kind === 'read' && columns.length === 0) {
    place
      .field('columns')
      .fail('must list the columns to send; columns that are not listed are never sent')
  }
  if (kind === 'write' && columns.length > 0) place.field('columns').fail('a write returns no rows')
  return {
    ...caps,
    ...rules,
    database,
    name,
    kind,
    description: description.isAbsent()
      ? ''
      : (description.text({ max: 500, what: 'at most 500 characters' }) ?? ''),
    sql,
    bound,
    params,
    columns: new Map(columns),
  }
}

function readText(
  place: Place,
  sql: string,
  engine: Engine,
  kind: 'read' | 'write',
  params: readonly ParamPolicy[],
): BoundText {
  const nothing: BoundText = { text: '', order: [] }
  if (sql === '') return nothing
  const field = place.field('sql')
  try {
    const bare = bareText(sql, engine).trim()
    const first = /^[(\s]*([A-Za-z]+)/.exec(bare)?.[1]?.toLowerCase() ?? ''
    const allowed: readonly string[] = FIRST_WORDS[kind]
    if (!allowed.includes(first))
      field.fail(`a ${kind} must start with one of ${allowed.join(', ')}`)
    if (/;\s*\S/.test(bare) && first !== 'begin') field.fail('must be a single statement')
    const bound = bindText(sql.replace(/;\s*$/, ''), engine)
    const declared = new Set(params.map(({ name }) => name))
    const used = new Set(bound.order)
    for (const name of used)
      if (!declared.has(name)) field.fail(`:${name} is not declared in params`)
    for (const name of declared)
      if (!used.has(name)) field.fail(`the parameter ${name} is never used`)
    return bound
  } catch (error) {
    if (!(error instanceof UnreadableSql)) throw error
    field.fail(error.message)
    return nothing
  }
}

function readWriteRules(
  place: Place,
  kind: 'read' | 'write',
  params: readonly ParamPolicy[],
): Pick<StatementPolicy, 'expectRows' | 'fence' | 'repeatable'> {
  const [expect, fence, repeatable] = [
    place.field('expect_rows'),
    place.field('fence'),
    place.field('repeatable'),
  ]
  if (kind === 'read') {
    for (const field of [expect, fence, repeatable]) {
      if (!field.isAbsent()) field.fail('is only allowed for writes')
    }
    return { expectRows: 0, repeatable: false }
  }
  const fenceName = fence.isAbsent() ? undefined : fence.text({ max: 64 })
  if (fenceName !== undefined && !params.some(({ name }) => name === fenceName)) {
    fence.fail('must be the name of a parameter')
  }
  return {
    expectRows: expect.isAbsent() ? 1 : (expect.integer(0, 1_000_000) ?? 1),
    repeatable: repeatable.isAbsent() ? false : (repeatable.boolean() ?? false),
    ...(fenceName === undefined ? {} : { fence: fenceName }),
  }
}

function readParamPolicy(name: string, place: Place): ParamPolicy {
  const type = place.field('type').choice(PARAM_TYPES) ?? 'text'
  const [maxLength, choices, fallback, back] = [
    place.field('max_length'),
    place.field('choices'),
    place.field('default'),
    place.field('put_values_back'),
  ]
  const listed = choices.items().flatMap((item) => item.text({ max: 1_000 }) ?? [])
  if (type !== 'text') {
    for (const field of [maxLength, choices, back]) {
      if (!field.isAbsent()) field.fail('is only allowed for parameters of type text')
    }
  }
  const param: ParamPolicy = {
    name,
    type,
    maxLength: maxLength.isAbsent() ? 10_000 : (maxLength.integer(1, 1_000_000) ?? 1),
    putsValuesBack: back.isAbsent() ? false : (back.boolean() ?? false),
    ...(choices.isAbsent() ? {} : { choices: listed }),
  }
  if (listed.length > 200) choices.fail('has more than 200 choices')
  if (fallback.isAbsent()) return param
  const value = fallback.scalar()
  try {
    return { ...param, defaultValue: value === null ? null : readParam(param, value) }
  } catch (error) {
    if (!(error instanceof ParamRefused)) throw error
    fallback.fail(error.message)
    return param
  }
}

function readTreatment(place: Place): Treatment {
  if (place.isObject()) return { kind: 'mask', mask: place.field('mask').choice(MASKS) ?? 'all' }
  const kind = place.choice(['plain', 'tokenise'])
  return kind === 'tokenise' ? { kind } : { kind: 'plain' }
}
