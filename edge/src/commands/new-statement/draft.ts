// The draft of a statement: the fields of its entry in the policy, from command-line options.
import { readFileSync } from 'node:fs'
import { PARAM_TYPES } from '@task-service/contract'
import { bareText, bindText, UnreadableSql } from '#edge/policy/placeholders.ts'
import { type DatabasePolicy, type Engine, MASKS, type Policy } from '#edge/policy/policy.ts'
import { SettingsError } from '#edge/settings/settings.ts'

export type DraftParam = {
  type: (typeof PARAM_TYPES)[number]
  default?: string | number | boolean | null
  choices?: string[]
}

export type Draft = {
  database: DatabasePolicy
  name: string
  sql: string
  kind: 'read' | 'write'
  description?: string
  params: Record<string, DraftParam>
  /** Treatment by column; `undefined` until it is known which columns the query returns. */
  columns?: Record<string, string>
  takesAllColumns: boolean
  /** Fields that go into the policy as they were given: limits, fence, expected rows. */
  rules: Record<string, string | number | boolean>
  /** Values for the trial, as text. */
  values: Record<string, string>
}

export type Given = Readonly<Record<string, unknown>>

export const TREATMENTS = ['plain', 'tokenise', ...MASKS] as const

const WRITES = /^(insert|update|delete|merge|replace|call|exec|begin)$/
const NUMBERS = { maxRows: 'max_rows', expectRows: 'expect_rows' } as const
const TEXTS = { maxBytes: 'max_bytes', timeout: 'timeout', fence: 'fence' } as const

export function readDraft(policy: Policy, given: Given): Draft {
  const database = chooseDatabase(policy, textOf(given, 'database'))
  const sql = readSql(given)
  const params = pairs(given, 'param')
  const draft: Draft = {
    database,
    name: textOf(given, 'name') ?? fail('--name is missing. Choose a name such as open_orders.'),
    sql,
    kind: readKind(textOf(given, 'kind'), sql, database.engine),
    params: Object.fromEntries(
      paramNames(sql, database.engine).map((name) => [name, readParam(name, params, given)]),
    ),
    ...readColumns(given),
    rules: readRules(given),
    values: pairs(given, 'value'),
  }
  const description = textOf(given, 'description')
  return description === undefined ? draft : { ...draft, description }
}

export function chooseDatabase({ databases }: Policy, name: string | undefined): DatabasePolicy {
  const names = [...databases.keys()]
  const found = databases.get(name ?? (names.length === 1 ? (names[0] ?? '') : ''))
  if (found !== undefined) return found
  return fail(`--database must be one of the databases in the policy: ${names.join(', ')}.`)
}

/** Each `:name` of the SQL, once. */
export function paramNames(sql: string, engine: Engine): string[] {
  try {
    return [...new Set(bindText(sql, engine).order)]
  } catch (error) {
    if (error instanceof UnreadableSql) return fail(`The SQL is not valid: ${error.message}.`)
    throw error
  }
}

export function readKind(kind: string | undefined, sql: string, engine: Engine): 'read' | 'write' {
  if (kind === 'read' || kind === 'write') return kind
  if (kind !== undefined) return fail('--kind must be read or write.')
  const first = /^[(\s]*([A-Za-z]+)/.exec(bareText(sql, engine).trim())?.[1]?.toLowerCase() ?? ''
  return WRITES.test(first) ? 'write' : 'read'
}

/** As the policy has it. */
export const treatmentOf = (word: string): unknown =>
  word === 'plain' || word === 'tokenise' ? word : { mask: word }

export const isTreatment = (word: string): boolean => TREATMENTS.some((one) => one === word)

export function readParamType(name: string, word: string | undefined): DraftParam['type'] {
  const type = PARAM_TYPES.find((one) => one === word)
  if (type !== undefined) return type
  return fail(
    `The parameter ${name} needs a type: --param ${name}=<type>, one of ${PARAM_TYPES.join(', ')}.`,
  )
}

function readParam(name: string, types: Record<string, string>, given: Given): DraftParam {
  const type = readParamType(name, types[name])
  const fallback = pairs(given, 'default')[name]
  const choices = pairs(given, 'choices')[name]
  return {
    type,
    ...(fallback === undefined ? {} : { default: typedValue(type, fallback) }),
    ...(choices === undefined ? {} : { choices: choices.split(',') }),
  }
}

/** Text from the command line, converted to the type of the parameter; it is validated later. */
export function typedValue(
  type: DraftParam['type'],
  text: string,
): string | number | boolean | null {
  if (text === 'null') return null
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  const isNumber = (type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber && String(Number(text)) === text ? Number(text) : text
}

function readSql(given: Given): string {
  const [sql, file] = [textOf(given, 'sql'), textOf(given, 'sqlFile')]
  if ((sql === undefined) === (file === undefined)) {
    return fail('Pass the SQL with either --sql or --sql-file (- reads standard input).')
  }
  if (sql !== undefined) return sql.trim()
  try {
    return readFileSync(file === '-' ? 0 : (file ?? ''), 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what the file system throws
    return fail(`--sql-file ${file} cannot be read (${code}).`)
  }
}

function readColumns(given: Given): Pick<Draft, 'columns' | 'takesAllColumns'> {
  const listed = list(given, 'column').map((entry): [string, string] => {
    const [name = '', word = 'plain'] = entry.split('=')
    if (!isTreatment(word)) {
      fail(`--column ${name}=${word}: the treatment must be one of ${TREATMENTS.join(', ')}.`)
    }
    return [name, word]
  })
  return {
    takesAllColumns: given['allColumns'] === true,
    ...(listed.length === 0 ? {} : { columns: Object.fromEntries(listed) }),
  }
}

function readRules(given: Given): Draft['rules'] {
  const rules: Draft['rules'] = {}
  for (const [option, field] of Object.entries(NUMBERS)) {
    const text = textOf(given, option)
    if (text !== undefined) rules[field] = Number(text)
  }
  for (const [option, field] of Object.entries(TEXTS)) {
    const text = textOf(given, option)
    if (text !== undefined) rules[field] = text
  }
  if (given['repeatable'] === true) rules['repeatable'] = true
  return rules
}

function pairs(given: Given, option: string): Record<string, string> {
  return Object.fromEntries(
    list(given, option).map((entry) => {
      const at = entry.indexOf('=')
      if (at < 1) fail(`--${option} ${entry}: write it as name=value.`)
      return [entry.slice(0, at), entry.slice(at + 1)]
    }),
  )
}

function list(given: Given, option: string): string[] {
  const value = given[option]
  return Array.isArray(value) ? value.map(String) : []
}

function textOf(given: Given, option: string): string | undefined {
  const value = given[option]
  return typeof value === 'string' ? value : undefined
}

export function fail(message: string): never {
  throw new SettingsError(message)
}
