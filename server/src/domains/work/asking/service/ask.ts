// Asking a question: the run is parked, so that it needs no lease while people think, and the task waits for input.
import type { Question, QuestionCreate } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordRuns } from '#domains/claims/index.ts'
import {
  checkQuestion,
  insertQuestion,
  recordQuestions,
  toQuestion,
} from '#domains/questions/index.ts'
import { holdRun, moveToWait, parkRun, printCheckpoint } from '#domains/work/runs/index.ts'
import { uuidv7 } from '#lib/uuid.ts'

export async function askQuestion(
  ctx: WorkContext,
  reference: string,
  sent: QuestionCreate,
): Promise<Question> {
  const policy = checkQuestion(sent)
  const checkpoint = printCheckpoint(sent.checkpoint)
  const held = await holdRun(ctx, { run: reference, leaseToken: sent.lease_token })
  await moveToWait(held, 'input_required')
  const parked = await parkRun(held.ctx.tx, held.run.id, { checkpoint })
  if (!parked) throw new Error('a locked run is not working')
  const question = await insertQuestion(held.ctx.tx, {
    id: uuidv7(ctx.now.getTime()),
    run_id: held.run.id,
    task_id: held.run.task_id,
    agent: held.run.agent,
    kind: sent.kind,
    prompt: sent.prompt,
    context: sent.context ?? '',
    answer_schema: sent.schema,
    options: sent.options,
    expiresInSeconds: sent.expires_in_seconds,
    on_timeout: policy,
  })
  await recordQuestions(held.ctx, 'question.asked', [question])
  await recordRuns(held.ctx, 'run.parked', [parked])
  return toQuestion(question)
}
