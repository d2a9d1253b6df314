// A person takes a task: it is in progress without a run, and no agent can claim it.
import type { Task, TaskTake } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { changeLocked, lockTask, taskUuid } from '#domains/tasks/index.ts'
import { taskAlreadyTaken } from '../errors.ts'
import { hasLiveRun } from '../store/runs.ts'

type Expected = Parameters<typeof changeLocked>[3]

export async function takeTask(
  ctx: WorkContext,
  reference: string,
  sent: TaskTake,
  expected: Expected,
): Promise<Task> {
  const task = await lockTask(ctx, reference, 'change')
  const isFree = task.status === 'ready' || task.status === 'triage'
  // A claimed task is `ready` until its agent reports for the first time.
  if (!isFree || (await hasLiveRun(ctx.tx, taskUuid(task.id)))) throw taskAlreadyTaken(task)
  const assignee = sent.assignee === undefined ? {} : { assignee: sent.assignee }
  return changeLocked(ctx, task, { status: 'in_progress', delegate: null, ...assignee }, expected)
}
