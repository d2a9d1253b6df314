// Page cursors: a position in a list, signed together with the tenant and query it belongs to.
import { hash, timingSafeEqual } from 'node:crypto'
import { Problem } from './problem.ts'

/** Sort values of the last row on the page; only the list's own code interprets them. */
export type CursorPosition = readonly (string | number)[]

export type CursorScope = {
  /** Secret of the installation: clients cannot forge a cursor. */
  secret: Buffer
  tenantId: string
  /** Operation and filters; a cursor of another query is rejected. */
  query: string
}

const SIGNATURE_BYTES = 16

/**
 * The secret may precede the text: SHA-512/256 outputs only half of its state, so length extension is not possible. One
 * call without a hash object, because every full page computes one.
 */
function signature({ secret, tenantId, query }: CursorScope, payload: string): Buffer {
  const text = `${secret.toString('base64')}\0cursor\0${tenantId}\0${query}\0${payload}`
  return hash('sha512-256', text, 'buffer').subarray(0, SIGNATURE_BYTES)
}

export function encodeCursor(scope: CursorScope, position: CursorPosition): string {
  return signCursor(scope, Buffer.from(JSON.stringify(position)).toString('base64url'))
}

export function decodeCursor(scope: CursorScope, cursor: string): CursorPosition {
  const payload = verifyCursor(scope, cursor)
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorPosition // signed by us, so it is what we wrote
}

/** For positions with their own encoding; `payload` contains no dot. */
export function signCursor(scope: CursorScope, payload: string): string {
  return `${payload}.${signature(scope, payload).toString('base64url')}`
}

export function verifyCursor(scope: CursorScope, cursor: string): string {
  const [payload = '', signed = '', ...rest] = cursor.split('.')
  const given = Buffer.from(signed, 'base64url')
  const genuine =
    rest.length === 0 &&
    given.length === SIGNATURE_BYTES &&
    timingSafeEqual(given, signature(scope, payload))
  if (!genuine) throw new Problem('invalid_cursor')
  return payload
}
