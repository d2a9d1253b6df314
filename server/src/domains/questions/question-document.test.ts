// A question as clients and agents see it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printQuestion, toAnswer, toQuestion } from './question-document.ts'
import type { QuestionRow } from './store.ts'

const at = new Date('2026-11-15T09:30:00.000Z')
const row: QuestionRow = {
  id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e1b',
  run_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e1a',
  task_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0f',
  agent: 'support',
  kind: 'confirmation',
  prompt: 'Refund it?',
  context: '',
  answer_schema: null,
  options: null,
  state: 'answered',
  expires_at: null,
  on_timeout: { action: 'answer', answer: { keep: [null] } },
  answer: false,
  note: null,
  answered_by: 'user:usr_1',
  answered_at: at,
  acknowledged_at: null,
  created_at: at,
}

test('IDs, times and actors have their public form', () => {
  const question = toQuestion(row)
  assert.equal(question.id, 'qst_01930a1b2c3d70008e4f5a6b7c8d9e1b')
  assert.equal(question.answered_at, at.toISOString())
  assert.deepEqual(question.answered_by, { kind: 'user', id: 'usr_1' })
  assert.deepEqual(JSON.parse(printQuestion(question)), question)
})

test('an answer of the timeout policy has no author', () => {
  assert.deepEqual(toAnswer({ ...row, answered_by: null }), {
    question_id: 'qst_01930a1b2c3d70008e4f5a6b7c8d9e1b',
    answer: false,
    note: null,
    answered_by: null,
    answered_at: at.toISOString(),
  })
})
