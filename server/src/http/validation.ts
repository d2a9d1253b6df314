// Checks requests against the contract and says precisely what is wrong. Nothing is coerced, dropped or filled in.
import type { FieldError } from '@task-service/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { Problem } from '#lib/problem.ts'

type Part = FieldError['in']

const options = { strict: true, verbose: true, strictTypes: false }
/** Stops at the first fault: a large body with a fault in every value would keep the process busy for seconds. */
const firstFault = new Ajv2020(options)
/** For bodies that are small enough to say everything that is wrong with them. */
const everyFault = new Ajv2020({ ...options, allErrors: true })
/** Values a body may have, counted with those inside of others, for all its faults to be listed. */
const MAX_LISTED_VALUES = 2_000
// RFC 3339 also allows leap seconds and years PostgreSQL does not know; what we take, we can store.
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')
for (const ajv of [firstFault, everyFault]) ajv.addFormat('date-time', isDateTime)

function isDateTime(text: string): boolean {
  const ms = rfc3339.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN
  return ms >= EARLIEST && ms <= LATEST && isRealDate(text)
}

/** `Date.parse` turns 30 February into 2 March; we do not guess. */
function isRealDate(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number] // the pattern has three numbers
  return day <= new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate()
}

export type Check = (value: unknown) => void

/** Compiled when it is first needed, so that a start does not wait for the schemas of every operation. */
export function compileCheck(part: Part, schema: object): Check {
  let validate: ValidateFunction | undefined
  let list: ValidateFunction | undefined
  const findFaults = (value: unknown, first: ErrorObject[]): ErrorObject[] => {
    if (!hasFewValues(value)) return first
    list ??= everyFault.compile(schema)
    list(value)
    return list.errors ?? first
  }
  return (value) => {
    validate ??= firstFault.compile(schema)
    if (validate(value)) return
    const faults = findFaults(value, validate.errors ?? [])
    const errors = faults.slice(0, 20).map((error) => explain(part, error))
    throw new Problem('invalid_request', summary(errors), { details: { errors } })
  }
}

function hasFewValues(body: unknown): boolean {
  const open = [body]
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (seen + open.length + children.length > MAX_LISTED_VALUES) return false
    open.push(...children)
  }
  return true
}

function summary(errors: readonly FieldError[]): string {
  const [first] = errors
  if (!first) return 'The request does not match the contract.'
  const place = first.pointer === '' ? `The ${first.in}` : `${first.in} ${first.pointer}`
  const hint = first.allowed ? ` Allowed: ${first.allowed.join(', ')}.` : ''
  return `${place}: ${first.message}.${hint}`
}

function pointerTo(part: Part, path: string): string {
  return part === 'body' ? path : path.slice(1)
}

function explain(part: Part, error: ErrorObject): FieldError {
  // Set where the name of a field is at fault, not its value.
  const at = (name = error.propertyName) =>
    pointerTo(
      part,
      name === undefined ? error.instancePath : `${error.instancePath}/${escape(name)}`,
    )
  const what = part === 'body' ? 'field' : 'parameter'
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params['additionalProperty'])
      const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
      return { in: part, pointer: at(name), message: `unknown ${what}`, allowed: known }
    }
    case 'required':
      return {
        in: part,
        pointer: at(String(error.params['missingProperty'])),
        message: 'is required',
      }
    case 'dependentRequired':
      return {
        in: part,
        pointer: at(String(error.params['missingProperty'])),
        message: `is required together with ${String(error.params['property'])}`,
      }
    case 'propertyNames':
      return {
        in: part,
        pointer: at(String(error.params['propertyName'])),
        message: 'is not a name that can be used here',
      }
    case 'not':
      return { in: part, pointer: at(), message: 'is reserved' }
    case 'enum': {
      const allowed = (error.params['allowedValues'] as unknown[]).map(String)
      return { in: part, pointer: at(), message: 'is not one of the allowed values', allowed }
    }
    case 'format':
      return {
        in: part,
        pointer: at(),
        message: 'must be a date and time such as 2026-11-15T09:30:00Z',
      }
    default:
      return { in: part, pointer: at(), message: error.message ?? 'is not accepted' }
  }
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
