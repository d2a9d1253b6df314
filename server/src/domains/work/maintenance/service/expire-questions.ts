// Questions that no one answered in time: what the agent chose when it asked happens, for one tenant at a time.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  findQuestion,
  listDue,
  type QuestionRow,
  recordQuestions,
  updateExpired,
} from '#domains/questions/index.ts'
import { findTaskForChange, lockInOrder } from '#domains/tasks/index.ts'
import { saveAnswer } from '#domains/work/asking/index.ts'
import { backToQueue, endRun, findLease, type HeldRun } from '#domains/work/runs/index.ts'
import { encodeId } from '#lib/ids.ts'

/** Questions of one transaction. */
export const QUESTION_BATCH = 20

/** Returns how many there were; as many as the batch allows means that there may be more. */
export async function expireQuestions(
  ctx: WorkContext,
  limit: number = QUESTION_BATCH,
): Promise<number> {
  const due = await listDue(ctx.tx, limit)
  if (due.length === 0) return 0
  await lockInOrder(
    ctx,
    due.map(({ task_id: id }) => encodeId('task', id)),
  )
  for (const { id, task_id: taskId } of due) {
    const task = await findTaskForChange(ctx, taskId)
    await expireQuestion(ctx, id, task)
  }
  return due.length
}

async function expireQuestion(ctx: WorkContext, id: string, task: Task | undefined): Promise<void> {
  const known = await findQuestion(ctx.tx, id)
  const run = known && (await findLease(ctx.tx, known.run_id, 'lock'))
  const question = await findQuestion(ctx.tx, id, { lock: true })
  // Answered or withdrawn before the task was locked.
  if (question?.state !== 'open') return
  const { on_timeout: policy } = question
  if (policy.action === 'answer') {
    await saveAnswer(ctx, question, { answer: policy.answer, note: null, answeredBy: null })
    return
  }
  const expired = await updateExpired(ctx.tx, id)
  if (!expired) return
  await recordQuestions(ctx, 'question.expired', [expired])
  if (task && run && run.ended_at === null) await endWithout({ ctx, task, run }, expired)
}

async function endWithout(
  held: HeldRun,
  { on_timeout: policy, prompt }: QuestionRow,
): Promise<void> {
  if (policy.action === 'release') {
    const { failures } = held.run
    await endRun(held, { state: 'released', reason: 'parked', failures, change: backToQueue(held) })
  } else {
    const error = `No one answered the question in time: ${prompt}`
    await endRun(held, { state: 'failed', reason: 'parked', error, change: { status: 'failed' } })
  }
}
