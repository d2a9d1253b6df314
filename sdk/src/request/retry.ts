// When a failed attempt is repeated, and after how long.
import type { TaskServiceError } from '../errors.ts'
import type { RetryOptions } from './request-options.ts'
import type { Route } from './transport.ts'

export type RetryPolicy = Required<{ [K in keyof RetryOptions]: number }>

const STANDARD: RetryPolicy = {
  maxRetries: 6,
  maxElapsedMs: 120_000,
  baseDelayMs: 500,
  maxDelayMs: 30_000,
}

/** A call overrides the client field by field. */
export function resolveRetry(...layers: (RetryOptions | false | undefined)[]): RetryPolicy {
  const policy = { ...STANDARD }
  for (const layer of layers) {
    if (layer === false) policy.maxRetries = 0
    else Object.assign(policy, definedOf(layer))
  }
  return policy
}

const definedOf = (layer: RetryOptions = {}): RetryOptions =>
  Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined))

/** Of connections that were never established, as far as a runtime tells. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])
/** The request was rejected before any work. */
const REJECTED = new Set([
  'rate_limited',
  'too_many_streams',
  'too_many_waiting_claims',
  'overloaded',
])

export function isRetryable(error: TaskServiceError, { retry = 'safe' }: Route): boolean {
  const { status, code } = error
  if (status === 429 || REJECTED.has(code) || code === 'idempotency_in_flight') return true
  // The external system is down, not Task Service; it has been tried for long enough.
  if (code === 'integration_unreachable') return false
  const wasNotSent = status === undefined && NOT_SENT.has(causeCodeOf(error.cause))
  if (retry === 'rejected') return wasNotSent
  return status === undefined ? code !== 'unexpected_response' : status === 408 || status >= 500
}

function causeCodeOf(error: unknown): string {
  const { cause, code } = (error ?? {}) as { cause?: unknown; code?: unknown } // Node.js names the reason in the cause of the cause
  if (typeof code === 'string') return code
  return cause === undefined ? '' : causeCodeOf(cause)
}

/** Undefined when there is no time or no retry left. */
export function delayOf(
  attempt: number,
  elapsedMs: number,
  retryAfterMs: number | undefined,
  policy: RetryPolicy,
): number | undefined {
  if (attempt > policy.maxRetries) return undefined
  const limit = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1))
  // On top of Retry-After, so that clients with the same value do not return at once.
  const delayMs = Math.round((retryAfterMs ?? 0) + Math.random() * limit)
  return elapsedMs + delayMs > policy.maxElapsedMs ? undefined : delayMs
}

/** Seconds or a date (RFC 9110). */
export function parseRetryAfter(text: string | null, nowMs = Date.now()): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const seconds = Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - nowMs : seconds * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
