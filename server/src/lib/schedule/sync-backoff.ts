// Backoff of an integration after failed syncs in a row.
import { backoffMs } from './backoff.ts'

/** The failure reported by the vendor or the integration. */
type Failed = { kind: string; facts: { retryAfterMs?: number | undefined } }

export const FIRST_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = 3_600_000
/** Needs a permission or a corrected name; frequent retries do not help. */
const NEEDS_ATTENTION_MS = 300_000

/** The vendor's Retry-After takes precedence over our backoff. */
export function syncBackoffMs(failures: number, failure?: Failed): number {
  const grown = backoffMs(failures, { firstMs: FIRST_BACKOFF_MS, maxMs: MAX_BACKOFF_MS })
  const retryAfterMs = failure?.facts.retryAfterMs ?? 0
  if (failure?.kind === 'rate_limited') return Math.min(Math.max(retryAfterMs, 1_000), 86_400_000)
  if (failure?.kind === 'forbidden' || failure?.kind === 'not_found') {
    return Math.max(grown, NEEDS_ATTENTION_MS)
  }
  return Math.max(grown, Math.min(retryAfterMs, MAX_BACKOFF_MS))
}
