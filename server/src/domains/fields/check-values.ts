// Whether the values that a request sets fit the definitions of their fields.
import {
  FIELD_PERSON_MAX,
  FIELD_TEXT_MAX,
  FIELD_URL_MAX,
  type FieldError,
  type FieldErrorCode,
} from '@task-service/contract'
import { bodyError, didYouMean, quote } from '#lib/messages/field-problem.ts'
import { findClosest } from '#lib/messages/find-closest.ts'
import type { FieldRow } from './store.ts'

type Definition = Pick<FieldRow, 'key' | 'type' | 'choices'>
type Fault = { code: FieldErrorCode; message: string; allowed?: string[] }

const MAX_LISTED = 12

/** None for names that are not defined: the rest of `fields` is free. Null clears a value. */
export function faultsOfValues(
  definitions: readonly Definition[],
  values: Record<string, unknown>,
): FieldError[] {
  return definitions.flatMap((definition) => {
    const value = Object.hasOwn(values, definition.key) ? values[definition.key] : null
    const fault = value === null ? undefined : faultOf(definition, value)
    if (!fault) return []
    const { code, message, allowed } = fault
    return bodyError(`/fields/${definition.key}`, code, message, allowed ? { allowed } : {})
  })
}

function faultOf({ type, choices }: Definition, value: unknown): Fault | undefined {
  if (type === 'number') return faultOfNumber(value)
  if (typeof value !== 'string') {
    return { code: 'invalid_type', message: `must be a string or null, got ${typeText(value)}` }
  }
  if (value.includes('\0')) {
    return { code: 'invalid_format', message: 'must not contain NUL (\\u0000)' }
  }
  if (type === 'choice') return faultOfChoice(choices, value)
  if (type === 'date') return isDate(value) ? undefined : faultOfDate(value)
  const most = { text: FIELD_TEXT_MAX, person: FIELD_PERSON_MAX, url: FIELD_URL_MAX }[type]
  return faultOfLength(value, most) ?? (type === 'url' ? faultOfUrl(value) : undefined)
}

function faultOfNumber(value: unknown): Fault | undefined {
  if (typeof value === 'number') return undefined
  return { code: 'invalid_type', message: `must be a number or null, got ${typeText(value)}` }
}

function faultOfLength(value: string, most: number): Fault | undefined {
  const length = Array.from(value).length
  if (value.trim() === '') {
    return { code: 'too_short', message: 'must not be blank; send null to clear it' }
  }
  if (length <= most) return undefined
  const count = length.toLocaleString('en')
  const message = `is too long: ${count} characters, maximum ${most.toLocaleString('en')}`
  return { code: 'too_long', message }
}

function faultOfChoice(choices: Definition['choices'], value: string): Fault | undefined {
  const chosen = choices.find((choice) => choice.value === value)
  if (chosen && !chosen.archived) return undefined
  const open = choices.filter(({ archived }) => !archived)
  const allowed = open.map((choice) => choice.value)
  const list = allowed.length > MAX_LISTED ? 'the values in `allowed`' : allowed.join(', ')
  // Callers often send what they see.
  const byLabel = open.find(({ label }) => label.toLowerCase() === value.toLowerCase())
  const close = didYouMean(byLabel?.value ?? findClosest(value, allowed))
  const what = chosen ? 'is archived and cannot be set; ' : ''
  return {
    code: 'invalid_value',
    message: `${what}must be one of ${list}; got ${quote(value)}${close}`,
    allowed,
  }
}

/** A day of the calendar: 30 February is none. */
export function isDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

function faultOfDate(value: string): Fault {
  const day = value.slice(0, 10)
  const hint = /^\d{4}-\d\d-\d\d$/.test(value)
    ? '. This date does not exist'
    : didYouMean(value.length > 10 && isDate(day) ? day : undefined)
  const message = `must be a date such as 2026-11-15, got ${quote(value)}${hint}`
  return { code: 'invalid_format', message }
}

function faultOfUrl(value: string): Fault | undefined {
  const isWeb = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  if (isWeb && !/\s/.test(value)) return undefined
  const https = `https://${value}`
  const close = didYouMean(/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(value) ? https : undefined)
  const message = `must be an http or https URL such as https://example.com/orders/4711, got ${quote(value)}${close}`
  return { code: 'invalid_format', message }
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' ? 'a number' : 'a string'
}
