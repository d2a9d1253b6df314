// Small words every schema is written with, so that each constraint is stated once and in one form.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { worded } from './patterns.ts'

/** PostgreSQL text cannot hold U+0000, so no text of ours may. */
const NUL_TEXT = 'must not contain NUL (\\u0000)'
export const NO_NUL = worded('^[^\\u0000]*$', NUL_TEXT)

/** White space of JavaScript and of Python, so that clients and fuzzers agree with the server. */
const BLANK = '\\s\\u001c-\\u001f\\u0085\\ufeff'
const NOT_BLANK = worded(
  `^[${BLANK}]*[^${BLANK}\\u0000][^\\u0000]*$`,
  'must not be blank: it has only white space',
  { explain: (value) => (value.includes('\0') ? NUL_TEXT : undefined) },
)

export function Text(options: {
  minLength?: number
  maxLength: number
  description?: string
  default?: string
  /** A secret: error messages never show it. */
  writeOnly?: true
}) {
  return Type.String({ pattern: NO_NUL, ...options })
}

/** Text that people find something by: it has more than white space. */
export function VisibleText(options: { maxLength: number; description?: string }) {
  return Type.String({ pattern: NOT_BLANK, minLength: 1, ...options })
}

/** A closed object: an unknown field is rejected, never ignored. */
export function Closed<T extends TProperties>(
  properties: T,
  options: Record<string, unknown> = {},
): TObject<T> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

export function Choice<const V extends readonly string[]>(
  values: V,
  options: Record<string, unknown> = {},
) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })
}

/** `type: [x, "null"]` instead of `anyOf`: serializers and readers both handle it directly. */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  const { type, ...rest } = schema as unknown as { type: string; enum?: unknown[] } // every schema passed here has one plain type
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(rest.enum && { enum: [...rest.enum, null] }),
    ...options,
  })
}

export function Timestamp(description?: string) {
  return Type.String({ format: 'date-time', maxLength: 40, ...(description && { description }) })
}

/** Any JSON value, stored and returned as it came. */
export function AnyJson(description: string) {
  return Type.Unsafe<unknown>({ description })
}

/** An object with names of the caller's choosing. */
export function OpenObject(options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    ...options,
  })
}
