// The result of a delivery as shown, and the cause of a failure.
import type { Delivery } from '@task-service/contract'

export const RESULTS = ['delivered', 'failed', 'retrying', 'pending', 'canceled'] as const
/** The status of the API, except that a pending delivery with a failed attempt is retrying. */
export type Result = (typeof RESULTS)[number]

export function resultOf(delivery: Pick<Delivery, 'status' | 'attempt_count' | 'error'>): Result {
  switch (delivery.status) {
    case 'delivered':
    case 'failed':
    case 'canceled':
      return delivery.status
    case 'pending':
      return delivery.attempt_count > 0 && delivery.error !== null ? 'retrying' : 'pending'
  }
}

/** Each has a title and a next step among the words. */
export type Cause =
  | 'timeout'
  | 'connection'
  | 'refused_address'
  | 'redirect'
  | 'gone'
  | 'webhook_disabled'
  | 'event_expired'
  | 'secret_lost'
  | 'credentials'
  | 'path'
  | 'tooMany'
  | 'tooLarge'
  | 'content'
  | 'broken'

export function causeOf({
  error,
  status_code: code,
}: Pick<Delivery, 'error' | 'status_code'>): Cause | undefined {
  if (error === null) return undefined
  if (error !== 'status') return error
  if (code === 401 || code === 403 || code === 407) return 'credentials'
  if (code === 404 || code === 405) return 'path'
  if (code === 429) return 'tooMany'
  if (code === 413) return 'tooLarge'
  return code !== null && code >= 500 ? 'broken' : 'content'
}
