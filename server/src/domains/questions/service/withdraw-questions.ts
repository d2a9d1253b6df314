// Withdrawing questions: when a run ends, no one needs the answer.
import type { WorkContext } from '#db/context.ts'
import { withdrawOpen } from '../store.ts'
import { recordQuestions } from './record-questions.ts'

/** The tasks are locked by this transaction. */
export async function withdrawQuestions(
  ctx: WorkContext,
  taskIds: readonly string[],
): Promise<void> {
  const rows = await withdrawOpen(ctx.tx, taskIds)
  if (rows.length > 0) await recordQuestions(ctx, 'question.withdrawn', rows)
}
