// Failures as sent between host and process, reduced to the fields that are allowed.
import { Failure, type FailureKind } from '@task-service/kit'
import type { WireFailure } from './messages.ts'

const kinds: ReadonlySet<string> = new Set<FailureKind>([
  'auth',
  'forbidden',
  'not_found',
  'invalid',
  'rate_limited',
  'transient',
  'unreachable',
  'protocol',
  'internal',
])

const MAX_CHARS = 500
const MAX_RETRY_MS = 24 * 3_600_000

export function writeFailure({ kind, message, facts }: Failure): WireFailure {
  return { kind, message, facts: { ...facts } }
}

/** The process may send anything: invalid fields are dropped. */
export function readFailure(wire: unknown): Failure {
  const { kind, message, facts } = recordOf(wire)
  const { retryAfterMs, vendorText, fix, maybeDone } = recordOf(facts)
  const text = isText(message) ? message.slice(0, MAX_CHARS) : 'Internal error of the integration.'
  return new Failure(isKind(kind) ? kind : 'internal', text, {
    ...(isDuration(retryAfterMs) && { retryAfterMs: Math.min(retryAfterMs, MAX_RETRY_MS) }),
    ...(isText(vendorText) && { vendorText: vendorText.slice(0, MAX_CHARS) }),
    ...(isText(fix) && { fix: fix.slice(0, MAX_CHARS) }),
    ...(maybeDone === true && { maybeDone }),
  })
}

const isKind = (kind: unknown): kind is FailureKind => typeof kind === 'string' && kinds.has(kind)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isDuration = (value: unknown): value is number => typeof value === 'number' && value >= 0

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // of unknown values
