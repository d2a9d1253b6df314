// What becomes of an e-mail that was not sent: it stays due, is tried again later, or is given up until the next one.
import type { SmtpFailure } from '#egress/smtp/smtp-error.ts'
import { backoffMs } from '#lib/schedule/backoff.ts'
import type { DigestRow } from '../store.ts'
import { REFUSALS_MAX, scheduled } from './change-digest.ts'
import type { Prepared } from './prepare-mail.ts'

const RETRY = { firstMs: 5 * 60_000, maxMs: 2 * 3_600_000 }
/** A code is waited for. */
const CODE_RETRY_MS = 60_000
const CODE_RETRIES_MS = 30 * 60_000

/** `prepared.after` is stored already: it says that the e-mail was sent. */
export function afterFailure(prepared: Prepared, failure: SmtpFailure, now: Date): DigestRow {
  const { kind, before, after } = prepared
  // It may have arrived, and is not sent twice.
  if (failure === 'unknown') return after
  if (failure === 'unavailable') return before
  return kind === 'code'
    ? afterCode(prepared, failure, now)
    : afterDigest(before, after, failure, now)
}

type Rejection = Exclude<SmtpFailure, 'unknown' | 'unavailable'>

function afterCode({ before, after }: Prepared, failure: Rejection, now: Date): DigestRow {
  const requested = before.code_times.at(-1) ?? now
  const isEarly = now.getTime() - requested.getTime() < CODE_RETRIES_MS
  if (failure === 'deferred' && isEarly) {
    return { ...before, code_at: new Date(now.getTime() + CODE_RETRY_MS) }
  }
  const noCode = { wanted_address: null, code_id: null, code_expires_at: null }
  // Without another address, the dashboard says that this one was rejected.
  return { ...after, ...noCode, refusals: before.address === null ? REFUSALS_MAX : before.refusals }
}

function afterDigest(
  before: DigestRow,
  after: DigestRow,
  failure: Rejection,
  now: Date,
): DigestRow {
  const { last_sent_at, refusals } = before
  const skipped = { ...after, last_sent_at, refusals }
  if (failure === 'rejected') return skipped
  if (failure === 'bad_address') {
    const counted = { ...skipped, refusals: refusals + 1 }
    return counted.refusals < REFUSALS_MAX ? counted : scheduled({ ...counted, address: null }, now)
  }
  const attempts = before.attempts + 1
  const next = new Date(now.getTime() + backoffMs(attempts, RETRY))
  // The next digest has the same items.
  if (after.next_at === null || next >= after.next_at) return skipped
  return { ...before, attempts, next_at: next }
}
