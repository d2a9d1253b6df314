// Which comments are shown as not sent yet.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment } from '@task-service/contract'
import { stillUnsent, type Unsent } from './still-unsent.ts'

const AT = '2026-11-18T10:00:00.000Z'
const unsent = (more: Partial<Unsent> = {}): Unsent => ({
  key: 'one',
  taskId: 'tsk_1',
  body: 'Waiting for the broker.',
  at: AT,
  ...more,
})
const comment = (more: Partial<Comment> = {}) =>
  ({ id: 'cmt_1', body: 'Waiting for the broker.', created_at: AT, ...more }) as Comment // only what is read

const count = (one: Unsent, comments: Comment[]) => stillUnsent([one], 'tsk_1', comments).length

test('a comment is shown until the server has it', () => {
  assert.equal(count(unsent(), []), 1)
  assert.equal(count(unsent({ id: 'cmt_1' }), []), 1, 'the list is not read again yet')
  assert.equal(count(unsent({ id: 'cmt_1' }), [comment()]), 0)
})

test('the feed may be faster than the answer', () => {
  assert.equal(count(unsent(), [comment()]), 0)
  assert.equal(count(unsent(), [comment({ created_at: '2026-11-18T09:00:00.000Z' })]), 1, 'older')
  assert.equal(count(unsent(), [comment({ body: 'Something else' })]), 1)
})

test('one that failed stays, whatever else was said', () => {
  assert.equal(count(unsent({ error: 'Can’t reach the server.' }), [comment()]), 1)
})

test('comments of other tasks are not shown', () => {
  assert.equal(count(unsent({ taskId: 'tsk_2' }), []), 0)
})
