// Which answers and questions are accepted.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { QuestionCreate } from '@task-service/contract'
import { type AnswerRule, checkQuestion, refuseAnswer } from './answer-rule.ts'

const rule = (parts: Partial<AnswerRule>): AnswerRule => ({
  kind: 'input',
  options: null,
  answer_schema: null,
  ...parts,
})
const lease_token = `lease_${'a'.repeat(32)}`

describe('refuseAnswer', () => {
  const choice = rule({ kind: 'choice', options: [{ value: 'A' }, { value: 'B' }] })
  const accepted: [AnswerRule, unknown][] = [
    [rule({ kind: 'confirmation' }), false],
    [choice, 'B'],
    [rule({}), null],
    [rule({}), { any: [1] }],
    [rule({ answer_schema: { type: 'integer' } }), 3],
  ]
  for (const [of, answer] of accepted) {
    test(`${of.kind} accepts ${JSON.stringify(answer)}`, () => refuseAnswer(of, answer, '/answer'))
  }
  const refused: [AnswerRule, unknown, RegExp][] = [
    [rule({ kind: 'confirmation' }), 'true', /must be true or false/],
    [choice, 'a', /must be one of A, B/],
    [choice, 0, /must be one of A, B/],
    [rule({ answer_schema: { type: 'integer' } }), 1.5, /must be an integer/],
    [rule({}), 'ä'.repeat(40_000), /too large: 80,002 bytes of JSON, maximum 65,536/],
  ]
  for (const [of, answer, expected] of refused) {
    test(`${of.kind} rejects ${JSON.stringify(answer).slice(0, 20)}`, () =>
      assert.throws(() => refuseAnswer(of, answer, '/answer'), {
        code: 'answer_invalid',
        detail: expected,
      }))
  }
})

const question = (parts: Partial<QuestionCreate>): QuestionCreate => ({
  lease_token,
  kind: 'input',
  prompt: 'How much?',
  ...parts,
})

describe('checkQuestion', () => {
  test('returns what happens at the timeout', () => {
    assert.deepEqual(checkQuestion(question({})), { action: 'release' })
    const on_timeout = { action: 'answer', answer: false } as const
    assert.deepEqual(checkQuestion(question({ kind: 'confirmation', on_timeout })), on_timeout)
  })

  test('rejects a timeout whose answer is none', () => {
    const on_timeout = { action: 'answer', answer: 'later' } as const
    const asked = question({ kind: 'confirmation', on_timeout })
    assert.throws(() => checkQuestion(asked), { code: 'answer_invalid' })
  })
})
