// Completing a run completes its task, with a result that matches what the task asks for.
import type { RunComplete, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { validateValue } from '#lib/json-schema/validate-value.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { fieldProblem } from '#lib/messages/field-problem.ts'
import { effectsExhausted, leaseLost } from '../errors.ts'
import type { LeaseRow } from '../store/runs.ts'
import { endRun } from './end-run.ts'
import { findRun, holdKnown } from './hold-run.ts'

/** The same request again returns the completed task. */
export async function completeRun(
  ctx: WorkContext,
  reference: string,
  sent: RunComplete,
): Promise<Task> {
  const lease = { run: reference, leaseToken: sent.lease_token }
  const known = await findRun(ctx, lease)
  if (known.state === 'completed') return completedTask(ctx, known)
  const held = await holdKnown(ctx, known)
  refuseOtherOutput(held.task, sent.result)
  const effects = effectsOf(held.task)
  refuseEffects(held.run, effects)
  const { task } = await endRun(held, {
    state: 'completed',
    calls: 1,
    effects,
    change: { status: 'completed', delegate: held.run.agent },
    ...('result' in sent && { result: { value: sent.result, maxBytes: limitsOf(ctx).taskBytes } }),
  })
  return task
}

async function completedTask(ctx: WorkContext, run: LeaseRow): Promise<Task> {
  const task = await findTaskForChange(ctx, run.task_id)
  if (!task) throw leaseLost('deleted')
  return task
}

function refuseOtherOutput({ output_schema: schema }: Task, result: unknown): void {
  if (schema === undefined) return
  const faults = validateValue(schema, result ?? null, '/result')
  if (faults.length > 0) throw fieldProblem('result_invalid', faults)
}

/** The outcome of a task with a source is written back to it. */
function effectsOf({ source }: Task): number {
  return source === null ? 0 : 1
}

function refuseEffects(run: LeaseRow, effects: number): void {
  if (effects === 0) return
  const { run_effects: limit, day_effects: dayLimit } = run
  if (limit !== null && run.effects + effects > limit) throw effectsExhausted(run.effects, limit)
  const today = run.used_effects + run.effects
  if (dayLimit !== null && today + effects > dayLimit) throw effectsExhausted(today, dayLimit)
}
