// Reading questions with their tasks: a page of those of a task, and the question of a one-time link.
import type { Question, QuestionListQuery } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { getLinkedQuestion, listPage, toQuestion } from '#domains/questions/index.ts'
import { findTask, getTaskUuid } from '#domains/tasks/index.ts'

export async function listQuestionPage(
  ctx: Context,
  { task, ...query }: QuestionListQuery,
): Promise<{ data: Question[]; next_cursor: string | null }> {
  return listPage(ctx, query, task === undefined ? undefined : await getTaskUuid(ctx, task))
}

/** What the page of a one-time link shows. */
export async function showLinked(
  ctx: Pick<WorkContext, 'tx'>,
  pepper: Buffer,
  token: string,
): Promise<{ question: Question; taskTitle: string }> {
  const row = await getLinkedQuestion(ctx, pepper, token)
  const task = await findTask(ctx.tx, { id: row.task_id })
  return { question: toQuestion(row), taskTitle: task?.title ?? '' }
}
