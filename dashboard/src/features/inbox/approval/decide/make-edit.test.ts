import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Approval } from '@task-service/contract'
import { makeEdit } from './make-edit.ts'

const approvalWith = (result: unknown) =>
  ({
    result,
    effects: [{ comment: null }, { comment: { id: 'cmt_1', body: 'Done.' } }],
  }) as Approval // what is read of it
const draft = { reason: '', comments: {}, result: undefined }

test('what is not changed is not sent', () => {
  const same = { ...draft, comments: { cmt_1: 'Done.' }, result: 'ok' }
  assert.deepEqual(makeEdit(approvalWith('ok'), same), { edit: undefined })
  assert.deepEqual(makeEdit(approvalWith('ok'), draft), { edit: undefined })
})

test('texts and JSON are sent as what they were', () => {
  const edited = { ...draft, comments: { cmt_1: 'Better.' }, result: '{"a":1}' }
  const comments = [{ id: 'cmt_1', body: 'Better.' }]
  assert.deepEqual(makeEdit(approvalWith('ok'), edited), { edit: { comments, result: '{"a":1}' } })
  assert.deepEqual(makeEdit(approvalWith({}), edited), { edit: { comments, result: { a: 1 } } })
})

test('says what cannot be sent', () => {
  assert.deepEqual(makeEdit(approvalWith('ok'), { ...draft, comments: { cmt_1: ' ' } }), {
    invalid: 'empty',
    of: 'cmt_1',
  })
  assert.deepEqual(makeEdit(approvalWith({}), { ...draft, result: '{' }), {
    invalid: 'json',
    of: 'result',
  })
})
