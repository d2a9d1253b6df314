// For an agent that is deleted: its runs end, and their tasks return to their queues.
import type { WorkContext } from '#db/context.ts'
import { findTaskForChange, lockInOrder } from '#domains/tasks/index.ts'
import { encodeId } from '#lib/ids.ts'
import { findLease, listLiveRunsOf } from '../store/runs.ts'
import { backToQueue, endRun } from './end-run.ts'

export async function releaseRunsOf(ctx: WorkContext, agent: string): Promise<void> {
  const runs = await listLiveRunsOf(ctx.tx, agent)
  if (runs.length === 0) return
  await lockInOrder(
    ctx,
    runs.map((run) => encodeId('task', run.task_id)),
  )
  for (const { id, task_id: taskId } of runs) {
    const task = await findTaskForChange(ctx, taskId)
    const run = await findLease(ctx.tx, id, 'lock')
    if (!task || !run || run.ended_at !== null) continue
    const held = { ctx, task, run }
    await endRun(held, {
      state: 'canceled',
      reason: 'canceled',
      failures: run.failures,
      change: backToQueue(held),
    })
  }
}
