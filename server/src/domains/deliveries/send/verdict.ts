// What an attempt amounts to: delivered, to be tried again, or over.
import type { EgressOutcome } from '#egress/egress.ts'
import type { FailureCode } from '#egress/failure.ts'
import type { ReceiverHealth } from '#jobs/receiver-pool.ts'
import { parseRetryAfter } from './schedule.ts'

/** Why a delivery did not arrive; stable words that clients may compare. */
export type DeliveryError =
  | 'timeout'
  | 'connection'
  | 'refused_address'
  | 'status'
  | 'redirect'
  | 'gone'
  | 'webhook_disabled'
  | 'event_expired'
  | 'secret_lost'

export type Verdict = {
  error: DeliveryError | null
  /** No further attempt makes sense. */
  isFinal: boolean
  statusCode: number | null
  response: string | null
  retryAfterMs: number | null
  health: ReceiverHealth
}

const timeouts: readonly FailureCode[] = [
  'connect_timeout',
  'headers_timeout',
  'body_timeout',
  'deadline_exceeded',
]
const refusals: readonly FailureCode[] = [
  'invalid_url',
  'invalid_header',
  'unsupported_scheme',
  'plain_http_refused',
  'forbidden_port',
  'forbidden_address',
]

export function judge(outcome: EgressOutcome, now: Date): Verdict {
  if (outcome.outcome === 'failure') {
    const isTimeout = timeouts.includes(outcome.code)
    const error = refusals.includes(outcome.code) ? 'refused_address' : 'connection'
    return {
      error: isTimeout ? 'timeout' : error,
      isFinal: false,
      statusCode: outcome.status,
      response: `${outcome.code}: ${outcome.detail}`,
      retryAfterMs: null,
      health: isTimeout ? 'timed_out' : 'failing',
    }
  }
  const { status } = outcome
  const isDelivered = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  const failed = status === 410 ? 'gone' : isRedirect ? 'redirect' : 'status'
  return {
    error: isDelivered ? null : failed,
    isFinal: isDelivered || status === 410,
    statusCode: status,
    response: printable(outcome.body),
    retryAfterMs: parseRetryAfter(outcome.headers['retry-after'], now),
    health: isDelivered ? 'ok' : 'failing',
  }
}

export type Obstacle = 'webhook_disabled' | 'event_expired' | 'secret_lost'

/** For what stands in the way before anything is sent. A secret can be entered again; the others do not come back. */
export function refuse(error: Obstacle): Verdict {
  return {
    error,
    isFinal: error !== 'secret_lost',
    statusCode: null,
    response: null,
    retryAfterMs: null,
    health: error === 'secret_lost' ? 'failing' : 'ok',
  }
}

/** A text column takes no zero bytes. */
function printable(body: Buffer): string | null {
  return body.length === 0 ? null : body.toString().replaceAll('\0', '�')
}
