import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, draftOf } from './draft.ts'

const queue = { description: 'Forms', aging_seconds: 100, target_seconds: null }

test('a queue that was not edited has no change', () => {
  assert.deepEqual(changeOf(draftOf(queue), queue), {})
})

test('times are typed in minutes and sent in seconds', () => {
  assert.equal(draftOf(queue).agingMinutes, '1.67')
  const draft = { description: ' Forms ', agingMinutes: '20', targetMinutes: '0.5' }
  assert.deepEqual(changeOf(draft, queue), { aging_seconds: 1_200, target_seconds: 30 })
})

test('an empty target is no target, and an empty aging is left to the service to reject', () => {
  const draft = { description: '', agingMinutes: '', targetMinutes: '' }
  assert.deepEqual(changeOf(draft, { ...queue, target_seconds: 60 }), {
    description: '',
    aging_seconds: 0,
    target_seconds: null,
  })
})
