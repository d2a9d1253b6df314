// Keywords of JSON Schema about the type of a value, fixed values, text and numbers.
import { quote } from '../messages/field-problem.ts'
import { sameJson } from './same-json.ts'
import { isObject, type SchemaObject } from './schema-node.ts'
import { matchesPattern, parsePattern } from './sequence-pattern.ts'
import type { Visit } from './visit.ts'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    default:
      return typeof value === type
  }
}

export function checkType({ type }: SchemaObject, value: unknown, step: Visit): void {
  if (type === undefined) return
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (types.some((one) => isOfType(value, one))) return
  const names = types.map((one) => TYPE_NAMES[String(one)] ?? String(one))
  step.fail('invalid_type', `must be ${names.join(' or ')}`)
}

/** More values are not listed in a message. */
const MAX_LISTED = 12

export function checkValues(schema: SchemaObject, value: unknown, step: Visit): void {
  const allowed = schema['enum'] as unknown[] | undefined // checked with the schema
  if (allowed && !allowed.some((item) => sameJson(item, value, step.spend))) {
    const list = allowed.map((item) => (typeof item === 'string' ? quote(item) : show(item)))
    const text = allowed.length > MAX_LISTED ? 'the values of the schema' : list.join(', ')
    step.fail('invalid_value', `must be one of ${text}`)
  }
  if (Object.hasOwn(schema, 'const') && !sameJson(schema['const'], value, step.spend)) {
    step.fail('invalid_value', `must be ${show(schema['const'])}`)
  }
}

const show = (value: unknown) => quote(JSON.stringify(value)).slice(1, -1).replaceAll('\\"', '"')

type Limits = Record<string, number | undefined>

export function checkString(schema: SchemaObject, value: string, step: Visit): void {
  const { minLength, maxLength } = schema as Limits // checked with the schema
  if (minLength !== undefined || maxLength !== undefined) {
    step.spend(value.length / 64)
    let length = 0
    for (const _ of value) length++
    if (minLength !== undefined && length < minLength) {
      const text = minLength === 1 ? 'must not be empty' : `is too short: minimum ${minLength}`
      step.fail('too_short', `${text}${minLength === 1 ? '' : ' characters'}`)
    }
    if (maxLength !== undefined && length > maxLength) {
      step.fail('too_long', `is too long: ${length} characters, maximum ${maxLength}`)
    }
  }
  const source = schema['pattern']
  if (typeof source !== 'string') return
  step.spend(source.length)
  const pattern = parsePattern(source)
  if (typeof pattern === 'string' || matchesPattern(pattern, value, step.spend)) return
  step.fail('invalid_format', `must match the pattern ${source}`)
}

export function checkNumber(schema: SchemaObject, value: number, step: Visit): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Limits // checked with the schema
  const range = (text: string) => step.fail('out_of_range', text)
  if (minimum !== undefined && value < minimum) range(`must be ${minimum} or more`)
  if (maximum !== undefined && value > maximum) range(`must be ${maximum} or less`)
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    range(`must be more than ${exclusiveMinimum}`)
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    range(`must be less than ${exclusiveMaximum}`)
  }
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    range(`must be a multiple of ${multipleOf}`)
  }
}

/** 0.3 is a multiple of 0.1, although the quotient of the two is not quite an integer. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}
