// Events and audit entries of questions. Both belong to the task, so that they are part of its activity and keep its order.
import type { EventType } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { toQuestion } from '../question-document.ts'
import type { QuestionRow } from '../store.ts'

export async function recordQuestions(
  ctx: WorkContext,
  type: EventType & `question.${string}`,
  rows: readonly QuestionRow[],
): Promise<void> {
  await Promise.all([
    emitEvents(
      ctx,
      rows.map((row) => ({ type, subjectId: row.task_id, data: toQuestion(row) })),
    ),
    recordAudit(
      ctx,
      rows.map((row) => ({ action: type, subjectId: row.task_id })),
    ),
  ])
}
