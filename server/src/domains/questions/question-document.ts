// A question as it is stored in events and returned to clients, and its answer as agents get it.
import { type Answer, Question } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { compilePrinter } from '#lib/print-json.ts'
import type { QuestionRow } from './store.ts'

export const printQuestion: (question: Question) => string = compilePrinter(Question)

export function toQuestion(row: QuestionRow): Question {
  return {
    id: encodeId('question', row.id),
    run_id: encodeId('run', row.run_id),
    task_id: encodeId('task', row.task_id),
    agent: row.agent,
    kind: row.kind,
    prompt: row.prompt,
    context: row.context,
    schema: row.answer_schema,
    options: row.options,
    state: row.state,
    expires_at: row.expires_at?.toISOString() ?? null,
    on_timeout: row.on_timeout,
    answer: row.answer,
    note: row.note,
    answered_by: row.answered_by === null ? null : parseActor(row.answered_by),
    answered_at: row.answered_at?.toISOString() ?? null,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

export function toAnswer(row: QuestionRow): Answer {
  const { id, answer, note, answered_by: by, answered_at: at } = toQuestion(row)
  return {
    question_id: id,
    answer,
    note,
    answered_by: by,
    answered_at: at ?? row.created_at.toISOString(),
  }
}
