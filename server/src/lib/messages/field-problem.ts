// Errors of fields as sentences: where, in the words of the API, and what is wrong.
import type { ErrorCode, FieldError } from '@task-service/contract'
import { Problem } from '../problem.ts'
import { findClosest } from './find-closest.ts'
import { unescapeSegment } from './json-pointer.ts'

const MAX_SHOWN = 60
/** More do not help a caller, and their number is the caller's choice. */
export const MAX_ERRORS = 20

/** An error whose detail is the first of `errors`, and where the others are. `total` counts those that are not listed, too. */
export function fieldProblem(
  code: ErrorCode,
  errors: FieldError[],
  { total = errors.length, cause }: { total?: number; cause?: unknown } = {},
): Problem {
  const listed = errors.slice(0, MAX_ERRORS)
  return new Problem(code, summarize(errors, total), { details: { errors: listed }, cause })
}

/** An error of one field of the body. */
export function bodyError(
  pointer: string,
  code: FieldError['code'],
  message: string,
  more: Pick<FieldError, 'allowed'> = {},
): FieldError {
  return { in: 'body', pointer, code, message, ...more }
}

export function unknownField(
  pointer: string,
  name: string,
  allowed: string[],
  what = 'field',
): FieldError {
  return bodyError(pointer, 'unknown_field', unknownText(what, name, allowed), { allowed })
}

/** A name or value that is none of those that exist, in a sentence. */
export function unknownSentence(what: string, name: string, known: readonly string[]): string {
  const text = capitalize(unknownText(what, name, known))
  return `${text.endsWith('?') ? text : `${text}.`} Allowed: ${known.join(', ')}.`
}

export function notAllowed(pointer: string, value: unknown, allowed: string[]): FieldError {
  const close = didYouMean(findClosest(String(value), allowed))
  return bodyError(pointer, 'invalid_value', `must be one of ${allowed.join(', ')}${close}`, {
    allowed,
  })
}

/** `unknown field "prioirty". Did you mean "priority"?` */
export function unknownText(what: string, name: string, known: readonly string[]): string {
  return `unknown ${what} ${quote(name)}${didYouMean(findClosest(name, known))}`
}

export function didYouMean(close: string | undefined): string {
  return close === undefined ? '' : `. Did you mean ${quote(close)}?`
}

export function quote(text: string): string {
  return JSON.stringify(clip(text))
}

function summarize(errors: readonly FieldError[], total: number): string {
  const [first] = errors
  if (!first) return 'The request is invalid.'
  const text = sentence(first)
  // After a question, the rest is a sentence of its own.
  const isQuestion = text.endsWith('?')
  const others = `${total - 1} more${listPlaces(errors)}; see errors`
  const rest = isQuestion ? ` (And ${others}.)` : ` (and ${others})`
  return `${text}${total > 1 ? rest : ''}${isQuestion ? '' : '.'}${allowedText(first)}`
}

/** More are only in `errors`. */
const MAX_PLACES = 3

/** Of all but the first, which is shown as a sentence. */
function listPlaces([first, ...others]: readonly FieldError[]): string {
  const places = new Set(others.map(placeText))
  if (first) places.delete(placeText(first))
  const listed = [...places].slice(0, MAX_PLACES)
  const rest = places.size > MAX_PLACES ? ', …' : ''
  return listed.length > 0 ? `: ${listed.join(', ')}${rest}` : ''
}

function placeText({ in: part, pointer }: FieldError): string {
  return placeOf(part, pointer) || 'request body'
}

function allowedText({ code, allowed = [] }: FieldError): string {
  const isUnknown = code === 'unknown_field' || code === 'unknown_parameter'
  return isUnknown && allowed.length > 0 ? ` Allowed: ${allowed.join(', ')}.` : ''
}

/** Without its full stop. */
function sentence({ in: part, pointer, code, message }: FieldError): string {
  if (code === 'unknown_parameter') return message.replace('unknown', `Unknown ${part}`)
  const isName = code === 'unknown_field'
  const place = placeOf(part, isName ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer)
  const isPredicate = /^(is|has|contains) /.test(message)
  if (place === '' && !isPredicate && !message.startsWith('must ')) return capitalize(message)
  return `${place || 'Request body'}${isPredicate ? '' : ':'} ${message}`
}

/** `items[0].create.title`, `query parameter limit`, `header If-Match`; empty for the whole body. */
export function placeOf(part: FieldError['in'], pointer: string): string {
  const [name = '', ...rest] = pointer.split('/').map(unescapeSegment)
  if (part === 'header') return `header ${name.replaceAll(/(^|-)[a-z]/g, (at) => at.toUpperCase())}`
  if (part !== 'body') return `${part} parameter ${clip(name)}`
  return rest.map(segment).join('').replace(/^\./, '')
}

function segment(name: string): string {
  if (/^\d+$/.test(name)) return `[${clip(name)}]`
  return /^[A-Za-z_][\w-]*$/.test(name) ? `.${clip(name)}` : `[${quote(name)}]`
}

function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
