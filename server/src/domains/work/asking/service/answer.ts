// Answering a question: the answer is kept with the question, and the holder of the run has the time of one lease to resume.
import type { Question, QuestionAnswer } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  getLinkedQuestion,
  getQuestionRow,
  type QuestionRow,
  recordQuestions,
  refuseAnswer,
  refuseClosed,
  toQuestion,
  updateAnswered,
} from '#domains/questions/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { awaitHolder, findLease } from '#domains/work/runs/index.ts'
import { actorText } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'

export async function answerQuestion(
  ctx: WorkContext,
  questionId: string,
  sent: QuestionAnswer,
): Promise<Question> {
  return answerRow(ctx, await getQuestionRow(ctx, questionId), sent)
}

/** The token of the link is the permission. */
export async function answerByLink(
  ctx: WorkContext,
  pepper: Buffer,
  token: string,
  sent: QuestionAnswer,
): Promise<Question> {
  return answerRow(ctx, await getLinkedQuestion(ctx, pepper, token), sent)
}

async function answerRow(
  ctx: WorkContext,
  question: QuestionRow,
  { answer, note = null }: { answer: unknown; note?: string | null | undefined },
): Promise<Question> {
  refuseClosed(question)
  refuseAnswer(question, answer, '/answer')
  // In the order of all changes of a task: the task, the run, the question.
  await findTaskForChange(ctx, question.task_id)
  await findLease(ctx.tx, question.run_id, 'lock')
  const given = { answer, note: note || null, answeredBy: actorText(ctx.actor) }
  const answered = await saveAnswer(ctx, question, given)
  // Someone else was faster.
  if (!answered) refuseClosed(await getQuestionRow(ctx, encodeId('question', question.id)))
  return toQuestion(answered ?? question)
}

/** Task and run are locked by this transaction. Nothing if the question is closed. */
export async function saveAnswer(
  ctx: WorkContext,
  { id, run_id: runId }: Pick<QuestionRow, 'id' | 'run_id'>,
  given: { answer: unknown; note: string | null; answeredBy: string | null },
): Promise<QuestionRow | undefined> {
  const answered = await updateAnswered(ctx.tx, id, given)
  if (!answered) return undefined
  await Promise.all([
    awaitHolder(ctx.tx, runId),
    recordQuestions(ctx, 'question.answered', [answered]),
  ])
  return answered
}
