// Completing a run completes its task, with a result that matches what the task asks for. If a person has to approve what
// would be written to external systems, the run waits for that first.
import type { Effect, RunComplete, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { effectsForbidden } from '#domains/approvals/index.ts'
import { type EffectParts, planEffects } from '#domains/sync/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { validateValue } from '#lib/json-schema/validate-value.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { fieldProblem } from '#lib/messages/field-problem.ts'
import { effectsExhausted, leaseLost } from '../errors.ts'
import type { LeaseRow } from '../store/runs.ts'
import { type End, endRun, outcomeOf } from './end-run.ts'
import { findRun, type HeldRun, holdKnown } from './hold-run.ts'
import { requestApproval } from './request-approval.ts'

/** The same request again returns the task as it is: completed, or in review. */
export async function completeRun(
  ctx: WorkContext,
  parts: EffectParts,
  reference: string,
  sent: RunComplete,
): Promise<Task> {
  const lease = { run: reference, leaseToken: sent.lease_token }
  const known = await findRun(ctx, lease)
  if (known.state === 'completed' || waitsForApproval(known)) return currentTask(ctx, known)
  const held = await holdKnown(ctx, known)
  refuseOtherOutput(held.task, sent.result)
  refuseEffects(held.run, countEffects(held.task))
  const result = 'result' in sent ? { value: sent.result } : undefined
  const effects = await gatedEffects(held, parts, result)
  if (effects.length > 0) return requestApproval(held, effects, result)
  return (await endCompleted(held, result, { calls: 1 })).task
}

/** A rejected one gives the run a lease again. */
function waitsForApproval({ state, approval_id: id, lease_until: until }: LeaseRow): boolean {
  return state === 'parked' && id !== null && until === null
}

async function gatedEffects(
  held: HeldRun,
  parts: EffectParts,
  result: { value: unknown } | undefined,
): Promise<Effect[]> {
  if (parts.gatesAgents === false) return []
  const effects = await planEffects(held.ctx, parts, {
    task: completedTask(held, result),
    run: held.run,
  })
  const forbidden = effects.filter(({ policy }) => policy === 'forbid')
  if (forbidden.length > 0) throw effectsForbidden(forbidden)
  return effects
}

const changeOf = (
  { ctx, run }: HeldRun,
  result: { value: unknown } | undefined,
): Pick<End, 'change' | 'result'> => ({
  change: { status: 'completed', delegate: run.agent },
  ...(result && { result: { ...result, maxBytes: limitsOf(ctx).taskBytes } }),
})

/** The task as it will be with this result. */
export function completedTask(held: HeldRun, result: { value: unknown } | undefined): Task {
  return outcomeOf(held.task, changeOf(held, result), held.ctx.now)
}

/** Task and run are locked by this transaction, and what the run writes is allowed or approved. */
export function endCompleted(
  held: HeldRun,
  result: { value: unknown } | undefined,
  { calls = 0 }: { calls?: number } = {},
): ReturnType<typeof endRun> {
  const effects = countEffects(held.task)
  return endRun(held, { state: 'completed', calls, effects, ...changeOf(held, result) })
}

async function currentTask(ctx: WorkContext, run: LeaseRow): Promise<Task> {
  const task = await findTaskForChange(ctx, run.task_id)
  if (!task) throw leaseLost('deleted')
  return task
}

export function refuseOtherOutput({ output_schema: schema }: Task, result: unknown): void {
  if (schema === undefined) return
  const faults = validateValue(schema, result ?? null, '/result')
  if (faults.length > 0) throw fieldProblem('result_invalid', faults)
}

/** The outcome of a task with a source is written back to it. */
function countEffects({ source }: Task): number {
  return source === null ? 0 : 1
}

function refuseEffects(run: LeaseRow, effects: number): void {
  if (effects === 0) return
  const { run_effects: limit, day_effects: dayLimit } = run
  if (limit !== null && run.effects + effects > limit) throw effectsExhausted(run.effects, limit)
  const today = run.used_effects + run.effects
  if (dayLimit !== null && today + effects > dayLimit) throw effectsExhausted(today, dayLimit)
}
