// A claimed task moves to `in_progress` at the first heartbeat, or a second later by maintenance: the claim does not write it.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { applyChange, saveChanges } from '#domains/tasks/index.ts'
import { type LeaseRow, markStarted } from '../store/runs.ts'

type Startable = { task: Task; run: Pick<LeaseRow, 'id' | 'agent'> }

/** Tasks and runs are locked by this transaction; the tasks are `ready`. Returns the tasks as they are now. */
export async function startRuns(
  ctx: WorkContext,
  runs: readonly Startable[],
): Promise<Map<string, Task>> {
  const changes = runs.map(({ task, run }) => ({
    run,
    before: task,
    after: applyChange(task, { status: 'in_progress', delegate: run.agent }, ctx.now),
  }))
  await saveChanges(ctx, changes, { keepsRun: true })
  await markStarted(
    ctx.tx,
    changes.map(({ run, before }) => ({ id: run.id, delegateBefore: before.delegate })),
  )
  return new Map(changes.map(({ after }) => [after.id, after]))
}
