// A reported error: the task is tried again after a backoff, or fails after its last attempt.
import type { Run, RunFail } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { toRun } from '#domains/claims/index.ts'
import { afterFailure, endRun } from './end-run.ts'
import { findRun, type HeldRun, holdKnown } from './hold-run.ts'

const BACKOFF_SECONDS = 10
const MAX_BACKOFF_SECONDS = 3_600

/** The same request again returns the failed run. */
export async function failRun(ctx: WorkContext, reference: string, sent: RunFail): Promise<Run> {
  const lease = { run: reference, leaseToken: sent.lease_token }
  const known = await findRun(ctx, lease)
  if (known.state === 'failed') return toRun(known)
  const held = await holdKnown(ctx, known, { mayBeParked: true })
  const isRetryable = sent.retryable ?? true
  const next = isRetryable
    ? afterFailure(held)
    : { change: { status: 'failed' as const }, failures: 0 }
  const isRetried = next.change.status === 'ready'
  const { run } = await endRun(held, {
    state: 'failed',
    error: sent.error,
    calls: 1,
    ...next,
    ...(isRetried && { delaySeconds: sent.retry_after_seconds ?? backoffSeconds(held) }),
  })
  return toRun(run)
}

/** Doubles with every failed attempt. */
function backoffSeconds({ run }: HeldRun): number {
  return Math.min(MAX_BACKOFF_SECONDS, BACKOFF_SECONDS * 2 ** run.failures)
}
