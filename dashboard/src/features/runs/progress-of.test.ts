import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressOf } from './progress-of.ts'

test('an agent that reports nothing has no progress', () => {
  assert.deepEqual(progressOf({ progress: null, plan: null }), {
    percent: undefined,
    step: undefined,
    message: undefined,
  })
  assert.equal(progressOf({ progress: null, plan: [] }).percent, undefined)
})

test('without a percentage the steps of the plan count', () => {
  const plan = [
    { title: 'Read', state: 'done' as const },
    { title: 'Skip', state: 'skipped' as const },
    { title: 'Write', state: 'working' as const },
    { title: 'Check', state: 'pending' as const },
  ]
  const progress = { message: 'Writing' }
  assert.deepEqual(progressOf({ progress, plan }), {
    percent: 50,
    step: { at: 3, of: 4 },
    message: 'Writing',
  })
  assert.equal(progressOf({ progress: { percent: 80 }, plan }).percent, 80)
})

test('after the last step the plan is still at its last step', () => {
  const plan = [{ title: 'Read', state: 'done' as const }]
  assert.deepEqual(progressOf({ progress: null, plan }).step, { at: 1, of: 1 })
})
