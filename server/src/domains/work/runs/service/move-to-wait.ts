// The task of a run that is about to be parked: it shows that a person has to act.
import type { Task } from '@task-service/contract'
import { applyChange, saveChanges } from '#domains/tasks/index.ts'
import type { HeldRun } from './hold-run.ts'
import { startRuns } from './start-runs.ts'

export async function moveToWait(
  { ctx, task, run }: HeldRun,
  status: 'input_required' | 'in_review',
): Promise<Task> {
  const started = task.status === 'ready' ? await startRuns(ctx, [{ task, run }]) : undefined
  const before = started?.get(task.id) ?? task
  const after = applyChange(before, { status }, ctx.now)
  if (after !== before) await saveChanges(ctx, [{ before, after }], { keepsRun: true })
  return after
}
