// A heartbeat renews the lease and brings news to the agent. It writes the row of the run only; the first one also moves the
// task to `in_progress`, and one after an answer resumes a parked run.
import {
  CHECKPOINT_BYTES_MAX,
  type Heartbeat,
  type HeartbeatResponse,
  LEASE_SECONDS,
} from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { acknowledgeRejections, listRejections } from '#domains/approvals/index.ts'
import { recordRuns } from '#domains/claims/index.ts'
import { acknowledgeAnswers, listAnswers } from '#domains/questions/index.ts'
import { applyChange, saveChanges } from '#domains/tasks/index.ts'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { leaseLost } from '../errors.ts'
import { type LeaseRow, type Renewed, type Report, renewLease, resumeRun } from '../store/runs.ts'
import { actAs, findRun, type HeldRun, holdKnown, refuseEnded, refuseLost } from './hold-run.ts'
import { startRuns } from './start-runs.ts'

export async function heartbeat(
  ctx: WorkContext,
  reference: string,
  sent: Heartbeat,
): Promise<HeartbeatResponse> {
  const lease = { run: reference, leaseToken: sent.lease_token }
  const run = await findRun(ctx, lease)
  refuseEnded(run)
  refuseLost(run)
  // A parked run gets a lease when its question is answered or its effects are rejected.
  if (run.state === 'parked' && run.lease_until === null) return tellParked(ctx, run)
  const isDirect = run.state === 'working' && run.is_started
  const current = isDirect ? run : await putToWork(ctx, run)
  // Sent together; the connection keeps their order.
  const [renewed, , , answers, rejections] = await Promise.all([
    renewLease(ctx.tx, run.id, reportOf(sent, run)),
    acknowledgeAnswers(ctx.tx, run.task_id, sent.acknowledge ?? []),
    acknowledgeRejections(ctx.tx, run.task_id, sent.acknowledge ?? []),
    listAnswers(ctx.tx, run.task_id),
    listRejections(ctx.tx, run.task_id),
  ])
  // Between reading and renewing it someone else has ended it, or the lease ended.
  if (!renewed) throw leaseLost('expired')
  return { ...newsOf(renewed), answers, rejections, budget_left: budgetLeft(current) }
}

/** Starts a task that is still `ready`, or resumes a parked run that need not wait any longer. */
async function putToWork(ctx: WorkContext, run: LeaseRow): Promise<LeaseRow> {
  const held = await holdKnown(ctx, run, { mayBeParked: true })
  if (held.run.state === 'parked') await resume(held)
  else if (!held.run.is_started) await startRuns(held.ctx, [held])
  return held.run
}

async function resume({ ctx, task, run }: HeldRun): Promise<void> {
  const after = applyChange(task, { status: 'in_progress' }, ctx.now)
  if (after !== task) await saveChanges(ctx, [{ before: task, after }], { keepsRun: true })
  const resumed = await resumeRun(ctx.tx, run.id)
  if (resumed) await recordRuns(actAs(ctx, run.agent), 'run.resumed', [resumed])
}

async function tellParked(ctx: WorkContext, run: LeaseRow): Promise<HeartbeatResponse> {
  return {
    state: 'parked',
    lease_expires_at: null,
    cancel_requested: run.cancel_requested_at !== null,
    source_changed: null,
    answers: await listAnswers(ctx.tx, run.task_id),
    rejections: await listRejections(ctx.tx, run.task_id),
    budget_left: budgetLeft(run),
  }
}

function newsOf(renewed: Renewed) {
  const { source_changed: fields } = renewed
  return {
    state: 'working' as const,
    lease_expires_at: renewed.lease_until.toISOString(),
    cancel_requested: renewed.cancel_requested,
    source_changed: fields === null ? null : { fields },
  }
}

function reportOf(sent: Heartbeat, run: LeaseRow): Report {
  return {
    leaseSeconds: sent.lease_seconds ?? run.lease_seconds ?? LEASE_SECONDS.default,
    progress: sent.progress,
    plan: sent.plan,
    checkpoint: printCheckpoint(sent.checkpoint),
    tokens: sent.usage?.tokens ?? 0,
    cost: sent.usage?.cost ?? 0,
  }
}

/** As JSON; undefined if none was sent. */
export function printCheckpoint(checkpoint: unknown): string | undefined {
  if (checkpoint === undefined) return undefined
  const text = JSON.stringify(checkpoint)
  const bytes = Buffer.byteLength(text)
  if (bytes <= CHECKPOINT_BYTES_MAX) return text
  const message = `is too large: ${bytes.toLocaleString('en')} bytes of JSON, maximum ${CHECKPOINT_BYTES_MAX.toLocaleString('en')}`
  throw fieldProblem('invalid_request', [bodyError('/checkpoint', 'too_long', message)])
}

/** Of the run and of the day, whichever is less; this call is counted. */
function budgetLeft(run: LeaseRow): HeartbeatResponse['budget_left'] {
  return {
    seconds: leastLeft(run.total_ms / 1_000, run.used_ms / 1_000, run.run_seconds, run.day_seconds),
    calls: leastLeft(run.calls + 1, run.used_calls, run.run_calls, run.day_calls),
    effects: leastLeft(run.effects, run.used_effects, run.run_effects, run.day_effects),
  }
}

function leastLeft(
  used: number,
  usedToday: number,
  limit: number | null,
  dayLimit: number | null,
): number | null {
  const left = [
    ...(limit === null ? [] : [limit - used]),
    ...(dayLimit === null ? [] : [dayLimit - usedToday - used]),
  ]
  return left.length === 0 ? null : Math.max(0, Math.floor(Math.min(...left)))
}
