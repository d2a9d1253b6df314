// What the validator found, as an error of the API: a stable code, and what is accepted in plain words. The validator's own
// words, its patterns and the values of secrets are never shown.
import {
  type FieldError,
  type FieldErrorCode,
  type PatternText,
  patternText,
} from '@task-service/contract'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { didYouMean, quote, unknownText } from '#lib/messages/field-problem.ts'
import { findClosest } from '#lib/messages/find-closest.ts'
import { escapeSegment } from '#lib/messages/json-pointer.ts'

type Part = FieldError['in']
type Fault = {
  code: FieldErrorCode
  message: string
  allowed?: string[]
  /** Of the field below the one that was checked. */
  name?: string
}
type Suggest = (value: string) => string | undefined
type Explain = (error: ErrorObject, part: Part) => Fault

/** More than these are not listed in a message; they are in `allowed`. */
const MAX_LISTED = 12
const DATE_TIME_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i
const DATE_TIME = 'must be an ISO 8601 date-time with a time zone, for example 2026-11-15T09:30:00Z'

export function explainFault(part: Part, error: ErrorObject): FieldError {
  const isOfName = error.propertyName !== undefined
  const { name = error.propertyName, ...fault } = (explainers[error.keyword] ?? otherwise)(
    error,
    part,
  )
  const path =
    name === undefined ? error.instancePath : `${error.instancePath}/${escapeSegment(name)}`
  const pointer = part === 'body' ? path : path.slice(1)
  const { code, message, allowed } = isOfName ? asName(fault) : fault
  return { in: part, pointer, code, message, ...(allowed && { allowed }) }
}

/** The name of a field is at fault, not its value. */
function asName(fault: Fault): Fault {
  if (fault.code === 'reserved_name') return fault
  const code = fault.code === 'invalid_format' ? 'invalid_name' : fault.code
  return { ...fault, code, message: `name ${fault.message}` }
}

const explainers: Record<string, Explain> = {
  additionalProperties: (error, part) => {
    const name = String(error.params['additionalProperty'])
    const allowed = Object.keys(schemaOf(error).properties ?? {})
    const isQuery = part === 'query'
    const text = unknownText(isQuery ? 'parameter' : 'field', name, allowed)
    const message =
      allowed.length > 0 || !isQuery ? text : `${text}. This endpoint takes no query parameters`
    return { code: isQuery ? 'unknown_parameter' : 'unknown_field', message, allowed, name }
  },
  required: ({ params }) => ({
    code: 'required',
    message: 'is required',
    name: String(params['missingProperty']),
  }),
  dependentRequired: ({ params }) => ({
    code: 'required',
    message: `is required when ${String(params['property'])} is set`,
    name: String(params['missingProperty']),
  }),
  type: explainType,
  enum: (error) => {
    const allowed = (error.params['allowedValues'] as unknown[]).map(String)
    const list = allowed.length > MAX_LISTED ? 'the values in `allowed`' : allowed.join(', ')
    const close = suggestion(error, (value) => findClosest(value, allowed))
    const message = `must be one of ${list}${got(error, ';')}${close}`
    return { code: 'invalid_value', message, allowed }
  },
  pattern: (error) => {
    const pattern = String(error.params['pattern'])
    const known: PatternText = patternText(pattern) ?? { text: 'is invalid' }
    const { echo, suggest, explain, allowed } = known
    const text = explain?.(String(error.data)) ?? known.text
    const message = echo ? withValue(text, error) : text
    const close: Suggest = (value) =>
      suggest?.(value) ?? (allowed && findClosest(value, [...allowed]))
    return {
      code: allowed ? 'invalid_value' : 'invalid_format',
      message: `${message}${suggestion(error, close)}`,
      ...(allowed && { allowed: [...allowed] }),
    }
  },
  format: (error, part) => {
    const isUnencoded = part === 'query' && / \d\d:\d\d$/.test(String(error.data))
    const isImpossible = DATE_TIME_FORM.test(String(error.data))
    const hint = isUnencoded
      ? '. Encode + as %2B in URLs'
      : isImpossible
        ? '. This date or time does not exist'
        : ''
    return { code: 'invalid_format', message: `${withValue(DATE_TIME, error)}${hint}` }
  },
  minLength: ({ params, data }) => ({
    code: 'too_short',
    message:
      params['limit'] === 1
        ? 'must not be empty'
        : `is too short: ${amount(lengthOf(data), 'character')}, minimum ${params['limit']}`,
  }),
  maxLength: ({ params, data }) => ({
    code: 'too_long',
    message: `is too long: ${amount(lengthOf(data), 'character')}, maximum ${number(params['limit'])}`,
  }),
  minimum: explainRange,
  maximum: explainRange,
  minItems: ({ params, data }) => ({
    code: 'too_few',
    message:
      params['limit'] === 1
        ? 'must not be empty'
        : `has ${amount(sizeOf(data), 'item')}, minimum ${params['limit']}`,
  }),
  maxItems: ({ params, data }) => ({
    code: 'too_many',
    message: `has ${amount(sizeOf(data), 'item')}, maximum ${number(params['limit'])}`,
  }),
  uniqueItems: (error) => {
    const item = (error.data as unknown[])[Number(error.params['i'])]
    return {
      code: 'duplicate',
      message: `contains ${isSecret(error) ? 'an item' : show(item)} twice`,
    }
  },
  minProperties: (error) => {
    const { properties, maxProperties, required = [] } = schemaOf(error)
    if (properties && maxProperties === 1) return oneOfThese(Object.keys(properties), 0)
    const besides =
      required.length > 0 ? ` besides ${required.map((name) => `\`${name}\``).join()}` : ''
    const message = properties
      ? `nothing to update: send at least one field${besides}`
      : 'must have at least one entry'
    return { code: 'too_few', message }
  },
  maxProperties: (error) => {
    const { properties, maxProperties = 0 } = schemaOf(error)
    if (properties && maxProperties === 1) return oneOfThese(Object.keys(properties), 2)
    const size = Object.keys(error.data as object).length
    return {
      code: 'too_many',
      message: `has ${amount(size, 'entry', 'entries')}, maximum ${number(maxProperties)}`,
    }
  },
  oneOf: ({ params, ...error }) => {
    const names = namesOfUnion(error)
    return oneOfThese(names, params['passingSchemas'] === null ? 0 : 2)
  },
  not: () => ({ code: 'reserved_name', message: 'is a reserved header and cannot be set' }),
}

const otherwise: Explain = () => ({ code: 'invalid_value', message: 'is invalid' })

function oneOfThese(names: readonly string[], given: 0 | 2): Fault {
  return given === 0
    ? { code: 'required', message: `must have one of ${names.join(', ')}` }
    : {
        code: 'conflicting_fields',
        message: `must have either ${names.join(' or ')}, not both`,
      }
}

/** The fields of which a union asks for exactly one. */
export function namesOfUnion({ schema }: Pick<ErrorObject, 'schema'>): string[] {
  return (schema as { required?: string[] }[]).flatMap(({ required = [] }) => required)
}

type Schema = {
  required?: string[]
  properties?: object
  maxProperties?: number
  minimum?: number
  maximum?: number
  writeOnly?: boolean
  items?: { type?: unknown }
}

function schemaOf({ parentSchema }: ErrorObject): Schema {
  return (parentSchema ?? {}) as Schema // what was compiled is a schema of the contract
}

const typeTexts: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'an array',
  null: 'null',
}

function explainType(error: ErrorObject, part: Part): Fault {
  const { data, schema } = error
  const code = 'invalid_type'
  // Only the whole body can be missing here; a field has another keyword.
  if (data === undefined) return { code: 'required', message: 'is required: send a JSON object' }
  if (part === 'query' && Array.isArray(data)) return { code, message: 'must be given only once' }
  const types = [schema].flat() as string[] // of `type`
  const texts = types.map((type) =>
    type === 'array' && schemaOf(error).items?.type === 'string'
      ? 'an array of strings'
      : (typeTexts[type] ?? type),
  )
  const isArray = types.length === 1 && texts[0] === 'an array of strings'
  const example = isArray ? ', for example ["a"];' : ','
  const message = `must be ${texts.join(' or ')}${example} got ${kindOrValue(error, part, types)}`
  return { code, message }
}

/**
 * The kind of value is enough to correct a body, and the value may be a secret in the wrong field. Only a number where
 * another one is expected is shown as it is, and what a query has, which is nothing but text.
 */
function kindOrValue(error: ErrorObject, part: Part, types: readonly string[]): string {
  const { data } = error
  const isNumber = typeof data === 'number' && types.some((type) => /^(integer|number)$/.test(type))
  return (isNumber || part !== 'body') && !isSecret(error) ? show(data) : kindOf(data)
}

function explainRange(error: ErrorObject): Fault {
  const { minimum, maximum } = schemaOf(error)
  const range =
    minimum === undefined
      ? `at most ${number(maximum)}`
      : maximum === undefined
        ? `at least ${number(minimum)}`
        : `between ${number(minimum)} and ${number(maximum)}`
  return { code: 'out_of_range', message: `must be ${range}${got(error, ',')}` }
}

function withValue(text: string, error: ErrorObject): string {
  return `${text}${got(error, text.includes(', ') ? ';' : ',')}`
}

function got(error: ErrorObject, separator: ',' | ';'): string {
  return isSecret(error) ? '' : `${separator} got ${show(error.data)}`
}

function suggestion(error: ErrorObject, suggest: Suggest | undefined): string {
  return isSecret(error) ? '' : didYouMean(suggest?.(String(error.data)))
}

/** Write-only values are secrets, whatever is wrong with them. */
function isSecret(error: ErrorObject): boolean {
  return schemaOf(error).writeOnly === true
}

function show(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'object' && value !== null ? kindOf(value) : String(value)
}

const kinds: Partial<Record<string, string>> = {
  object: 'an object',
  boolean: 'a boolean',
  number: 'a number',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) ? 'an array' : (kinds[typeof value] ?? 'a string')
}

/** As the validator counts: characters, not UTF-16 units. */
function lengthOf(data: unknown): number {
  let count = 0
  for (const _ of String(data)) count++
  return count
}

function sizeOf(data: unknown): number {
  return Array.isArray(data) ? data.length : 0
}

function number(value: unknown): string {
  return Number(value).toLocaleString('en')
}

function amount(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}
