// Reading questions: one by its ID, and pages of them, newest first.
import {
  PAGE_LIMIT_DEFAULT,
  QUESTION_STATES,
  type Question,
  type QuestionListQuery,
} from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { questionClosed, questionNotFound } from '../errors.ts'
import { toQuestion } from '../question-document.ts'
import { findQuestion, listQuestions, type QuestionRow } from '../store.ts'

export async function getQuestionRow(
  ctx: WorkContext,
  questionId: string,
  options: { lock?: boolean } = {},
): Promise<QuestionRow> {
  const id = decodeId('question', questionId)
  const row = id && (await findQuestion(ctx.tx, id, options))
  if (!row) throw questionNotFound()
  return row
}

export async function getQuestion(ctx: Context, questionId: string): Promise<Question> {
  return toQuestion(await getQuestionRow(ctx, questionId))
}

export function refuseClosed({ state }: Pick<QuestionRow, 'state'>): void {
  if (state !== 'open') throw questionClosed(state)
}

/** `task` is resolved by the caller, because tasks depend on questions. */
export async function listPage(
  ctx: Context,
  { limit = PAGE_LIMIT_DEFAULT, cursor, state, agent }: Omit<QuestionListQuery, 'task'>,
  taskId: string | undefined,
): Promise<{ data: Question[]; next_cursor: string | null }> {
  const states = QUESTION_STATES.filter((known) => state === undefined || state.includes(known))
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `questions ${JSON.stringify([states, taskId, agent])}`,
  }
  const before = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const { rows, isCut } = await listQuestions(
    ctx.tx,
    { states, taskId, agent },
    { before, limit: limit + 1, maxBytes: limitsOf(ctx).pageBytes },
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = isCut || rows.length > limit
  return {
    data: shown.map(toQuestion),
    next_cursor: hasMore && last ? encodeCursor(scope, [last.id]) : null,
  }
}
