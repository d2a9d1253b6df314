// Checks requests against the contract and explains every error. Nothing is coerced, dropped or filled in.
import type { FieldError } from '@task-service/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { fieldProblem, MAX_ERRORS } from '#lib/messages/field-problem.ts'
import { explainFault, namesOfUnion } from './faults/explain-fault.ts'

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
    const faults = withoutEchoes(findFaults(value, validate.errors ?? []))
    const errors = faults.slice(0, MAX_ERRORS).map((fault) => explainFault(part, fault))
    throw fieldProblem('invalid_request', errors, { total: faults.length })
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

/** The validator reports some faults twice: in the parts of a union, and of a name as a whole. */
function withoutEchoes(faults: ErrorObject[]): ErrorObject[] {
  const mistypedPaths = pathsOf(faults, 'type')
  const shortPaths = pathsOf(faults, 'minLength')
  return resolveUnions(faults).filter(
    ({ keyword, instancePath }) =>
      keyword !== 'propertyNames' &&
      !(keyword === 'enum' && mistypedPaths.has(instancePath)) &&
      // An empty text is also a blank one.
      !(keyword === 'pattern' && shortPaths.has(instancePath)),
  )
}

function pathsOf(faults: readonly ErrorObject[], keyword: string): Set<string> {
  const found = faults.filter((fault) => fault.keyword === keyword)
  return new Set(found.map(({ instancePath }) => instancePath))
}

/** A union asks for one of several fields. Where one was sent, what is wrong is inside of it. */
function resolveUnions(faults: ErrorObject[]): ErrorObject[] {
  const union = faults.find(({ keyword }) => keyword === 'oneOf')
  if (!union) return faults
  const inside = `${union.schemaPath}/`
  const others = faults.filter((fault) => fault !== union && !fault.schemaPath.startsWith(inside))
  const { data } = union
  // What is not an object has no fields to choose from, and is reported as such.
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return others
  const names = namesOfUnion(union)
  const sent = names.filter((name) => Object.hasOwn(data, name))
  const [only] = sent
  if (only === undefined || sent.length > 1) return [...others, union]
  const branch = `${inside}${names.indexOf(only)}/`
  return others.length > 0 ? others : faults.filter((fault) => fault.schemaPath.startsWith(branch))
}
