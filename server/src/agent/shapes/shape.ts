// Checks the shape of what a process returns. Types end at the process boundary: everything it sends is checked before use.
import { Failure } from '@task-service/kit'

/** Throws `WrongShape` with the path of the first error. */
export type Check = (value: unknown, place: string) => void

class WrongShape extends Error {}

export function wrong(place: string, wanted: string): never {
  throw new WrongShape(`${place} is not ${wanted}`)
}

export type Reader<T> = (value: unknown) => T

/** Returns the value with its type, or throws a failure of the integration. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the check determines the type, which types cannot express
export function reader<T>(check: Check, what: string): Reader<T> {
  return (value) => {
    try {
      check(value, what)
    } catch (error) {
      if (!(error instanceof WrongShape)) throw error
      throw new Failure(
        'internal',
        `The integration returned an invalid response: ${error.message}.`,
      )
    }
    return value as T // checked above
  }
}

export const unchecked: Check = () => undefined

export const text =
  (max = 2_000): Check =>
  (value, place) => {
    if (typeof value !== 'string') wrong(place, 'a string')
    if (value.length > max) wrong(place, `at most ${max} characters long`)
  }

export const id: Check = (value, place) => {
  text(500)(value, place)
  if (value === '') wrong(place, 'set')
}

export const time: Check = (value, place) => {
  text(40)(value, place)
  if (Number.isNaN(Date.parse(String(value)))) wrong(place, 'a date-time')
}

export const number: Check = (value, place) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) wrong(place, 'a number')
}

export const yesOrNo: Check = (value, place) => {
  if (typeof value !== 'boolean') wrong(place, 'true or false')
}

export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value, place) => {
    if (!values.includes(value)) wrong(place, `one of ${values.join(', ')}`)
  }

export const nullable =
  (check: Check): Check =>
  (value, place) => {
    if (value !== null) check(value, place)
  }

export const list =
  (check: Check, max = 10_000): Check =>
  (value, place) => {
    if (!Array.isArray(value)) wrong(place, 'an array')
    if (value.length > max) wrong(place, `at most ${max} long`)
    for (const [index, item] of value.entries()) check(item, `${place}[${index}]`)
  }

export const mapOf =
  (check: Check): Check =>
  (value, place) => {
    for (const [key, item] of Object.entries(recordOf(value, place))) check(item, `${place}.${key}`)
  }

/** Names that end in `?` may be absent. Unknown fields are allowed and ignored. */
export const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, place) => {
    const given = recordOf(value, place)
    for (const [name, check] of Object.entries(fields)) {
      const key = name.replace(/\?$/, '')
      const field = Object.hasOwn(given, key) ? given[key] : undefined
      if (field === undefined && name.endsWith('?')) continue
      check(field, `${place}.${key}`)
    }
  }

/** A union, discriminated by one of its fields. */
export const byField =
  (field: string, forms: Readonly<Record<string, Check>>): Check =>
  (value, place) => {
    const given = String(recordOf(value, place)[field])
    const form = Object.hasOwn(forms, given) ? forms[given] : undefined
    if (!form) wrong(`${place}.${field}`, `one of ${Object.keys(forms).join(', ')}`)
    form(value, place)
  }

function recordOf(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(place, 'an object')
  return value as Record<string, unknown> // checked above
}
