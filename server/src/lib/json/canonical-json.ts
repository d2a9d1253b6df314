// JSON in the one form that RFC 8785 (JSON Canonicalization Scheme) defines, so that equal values have equal hashes in
// every process: names sorted by UTF-16 code units, no whitespace, numbers and strings as ECMAScript prints them.
import { createHash } from 'node:crypto'

/** Throws for what JSON cannot represent: undefined, functions, NaN, and unpaired surrogates (RFC 8785, section 3.2.2.2). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  if (typeof value === 'string' && !value.isWellFormed()) throw notJson('an unpaired surrogate')
  if (typeof value === 'number' && !Number.isFinite(value)) throw notJson(String(value))
  const printed = JSON.stringify(value)
  if (printed === undefined) throw notJson(typeof value)
  return printed
}

/** SHA-256 of the canonical form in UTF-8, in hex. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** Strings are compared by UTF-16 code units by default, which is the order that the RFC asks for. */
function canonicalObject(value: object): string {
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

function notJson(what: string): TypeError {
  return new TypeError(`JSON cannot represent ${what}`)
}
