// Validates parameter values against the policy before they reach the database.
import type { ParamPolicy, ParamValue } from './policy.ts'

/** The message names the parameter and what it must be, never the value. */
export class ParamRefused extends Error {
  override readonly name = 'ParamRefused'
}

const INTEGER = /^-?(0|[1-9]\d{0,18})$/
const NUMBER = /^-?(0|[1-9]\d{0,30})(\.\d{1,30})?$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})?$/
const LONGEST = 2n ** 63n

/** All declared parameters and nothing else. */
export function checkParams(
  params: readonly ParamPolicy[],
  given: Readonly<Record<string, unknown>>,
): Map<string, ParamValue> {
  const declared = new Set(params.map(({ name }) => name))
  for (const name of Object.keys(given)) {
    if (!declared.has(name)) throw new ParamRefused('unknown parameter')
  }
  return new Map(
    params.map((param) => {
      const value = Object.hasOwn(given, param.name) ? given[param.name] : undefined
      if (value !== undefined && value !== null) return [param.name, readParam(param, value)]
      // Null is only allowed if it is the default.
      if (value === null ? param.defaultValue === null : param.defaultValue !== undefined) {
        return [param.name, param.defaultValue ?? null]
      }
      throw new ParamRefused(`${param.name} is missing`)
    }),
  )
}

export function readParam(param: ParamPolicy, value: unknown): ParamValue {
  const read = readers[param.type](value, param)
  if (read === undefined) throw new ParamRefused(`${param.name} must be ${describe(param)}`)
  return read
}

type Reader = (value: unknown, param: ParamPolicy) => ParamValue | undefined

const readText: Reader = (value, { maxLength, choices }) => {
  if (typeof value !== 'string' || value.length > maxLength || value.includes('\0'))
    return undefined
  // Databases cannot store a lone surrogate.
  if (!value.isWellFormed()) return undefined
  return choices === undefined || choices.includes(value) ? value : undefined
}

/** Digits as text where a number would lose some of them. */
const readInteger: Reader = (value) => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string' || !INTEGER.test(value)) return undefined
  const exact = BigInt(value)
  if (exact >= LONGEST || exact < -LONGEST) return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

const readNumber: Reader = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && NUMBER.test(value) ? value : undefined
}

const readers: Readonly<Record<ParamPolicy['type'], Reader>> = {
  text: readText,
  integer: readInteger,
  number: readNumber,
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  uuid: (value) =>
    typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined,
  date: (value) =>
    typeof value === 'string' && DATE.test(value) && isDay(value) ? value : undefined,
  timestamp: (value) =>
    typeof value === 'string' &&
    TIMESTAMP.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value))
      ? value
      : undefined,
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function describe({ type, maxLength, choices }: ParamPolicy): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`
  if (type === 'text') return `a string of at most ${maxLength} characters`
  const words: Record<string, string> = {
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    uuid: 'a UUID',
    date: 'a date such as 2026-01-31',
    timestamp: 'a time such as 2026-01-31T12:00:00Z',
  }
  return words[type] ?? type
}
