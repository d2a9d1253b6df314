// An agent gives its task back: another attempt follows, unless a person asked it to stop.
import type { Run, RunRelease } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { toRun } from '#domains/claims/index.ts'
import type { LeaseRow } from '../store/runs.ts'
import { stopRun } from './cancel.ts'
import { backToQueue, endRun } from './end-run.ts'
import { findRun, holdKnown, type Lease } from './hold-run.ts'

/** It was released because it was asked to stop. */
const isStopped = ({ state, end_reason, cancel_requested_at }: LeaseRow) =>
  state === 'canceled' && end_reason === 'canceled' && cancel_requested_at !== null

/** The same request again returns the released run. */
export async function releaseRun(
  ctx: WorkContext,
  reference: string,
  sent: RunRelease,
): Promise<Run> {
  const lease: Lease = { run: reference, leaseToken: sent.lease_token }
  const known = await findRun(ctx, lease)
  if (known.state === 'released' || isStopped(known)) return toRun(known)
  const held = await holdKnown(ctx, known, { mayBeParked: true })
  const handoff = sent.handoff === undefined ? {} : { handoff: sent.handoff }
  if (held.run.cancel_requested_at !== null)
    return toRun(await stopRun(held, { ...handoff, calls: 1 }))
  const { run } = await endRun(held, {
    state: 'released',
    ...handoff,
    calls: 1,
    // Its failures are not forgotten: otherwise a task could be released forever.
    failures: held.run.failures,
    change: backToQueue(held),
    ...(sent.delay_seconds && { delaySeconds: sent.delay_seconds }),
  })
  return toRun(run)
}
