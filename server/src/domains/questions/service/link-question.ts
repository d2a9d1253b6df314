// One-time links: anyone who has the link of a question can answer it once, without an account.
import { ANSWER_LINK_HOURS } from '@task-service/contract'
import { digestAnswerToken, makeAnswerToken } from '#crypto/answer-token.ts'
import type { Context, WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { answerLinkInvalid } from '../errors.ts'
import { findByLink, type QuestionRow, replaceLink } from '../store.ts'
import { getQuestionRow, refuseClosed } from './get-question.ts'

export async function createLink(
  ctx: Context,
  questionId: string,
  { hours = ANSWER_LINK_HOURS.default, pepper }: { hours: number | undefined; pepper: Buffer },
): Promise<{ token: string; expiresAt: Date }> {
  const question = await getQuestionRow(ctx, questionId, { lock: true })
  refuseClosed(question)
  const token = makeAnswerToken()
  const [expiresAt] = await Promise.all([
    replaceLink(ctx.tx, question.id, { digest: digestAnswerToken(pepper, token), hours }),
    recordAudit(ctx, [{ action: 'question.link_created', subjectId: question.task_id }]),
  ])
  return { token, expiresAt }
}

/** The open question of a link that works. */
export async function getLinkedQuestion(
  ctx: Pick<WorkContext, 'tx'>,
  pepper: Buffer,
  token: string,
): Promise<QuestionRow> {
  const row = await findByLink(ctx.tx, digestAnswerToken(pepper, token))
  if (!row) throw answerLinkInvalid()
  return row
}
