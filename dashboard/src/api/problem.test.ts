// What a user reads when a request fails: the server's text, unless it tells a program what to do.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, setProblemTexts } from './problem.ts'

const message = (code: Problem['code'], status: number, detail: string) =>
  new Problem({ code, status, title: '', detail }).message

test('a text for programs is replaced by one for people, if there is one', () => {
  const advice = 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.'
  assert.equal(message('overloaded', 503, advice), advice)
  setProblemTexts(({ status }) => (status === 503 ? 'The server is busy.' : undefined))
  assert.equal(message('overloaded', 503, advice), 'The server is busy.')
  assert.equal(message('overloaded', 503, 'The queue is full.'), 'The queue is full.')
  assert.equal(message('rate_limited', 429, advice), advice)
})

test('what the dashboard itself noticed is said in the language of the user', () => {
  setProblemTexts(() => 'Der Server ist nicht erreichbar.')
  assert.equal(message('offline', 0, 'Can’t reach the server.'), 'Der Server ist nicht erreichbar.')
})
