// Taking changes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import { changesBack, nextRound, restOf } from './undo-changes.ts'

const task = (more: Partial<Task>) =>
  ({ id: 'tsk_1', status: 'ready', assignee: null, ...more }) as Task // only what is read

test('earlier values come back in one request, a status by the steps that are allowed', () => {
  const before = task({ status: 'in_progress', assignee: 'ada' })
  const after = task({ status: 'completed', assignee: 'bob' })
  assert.deepEqual(changesBack(after, before, { assignee: 'bob' }), [{ assignee: 'ada' }])
  assert.deepEqual(changesBack(after, before, { status: 'completed', assignee: 'bob' }), [
    { assignee: 'ada', status: 'ready' },
    { status: 'in_progress' },
  ])
})

test('steps of many tasks go in rounds, each for the version that was seen last', () => {
  const one = task({ id: 'tsk_1', version: 4 })
  const two = task({ id: 'tsk_2', version: 7 })
  const plans = [
    { task: one, steps: [{ status: 'ready' as const }, { status: 'in_progress' as const }] },
    { task: two, steps: [{ status: 'ready' as const }] },
  ]
  const first = nextRound(plans)
  assert.deepEqual(
    first.map(({ task: { id, version }, onlyIfSame }) => [id, version, onlyIfSame]),
    [
      ['tsk_1', 4, true],
      ['tsk_2', 7, true],
    ],
  )
  const rest = restOf(plans, [{ after: { ...one, version: 5 } }, { after: { ...two, version: 8 } }])
  assert.deepEqual(nextRound(rest), [
    { task: { ...one, version: 5 }, changes: { status: 'in_progress' }, onlyIfSame: true },
  ])
  assert.deepEqual(restOf(plans, []), [])
})

test('only custom fields that were changed go back, and those that were not set are cleared', () => {
  const before = task({ fields: { a: 1, other: 'x' } })
  const after = task({ fields: { a: 2, b: 'new', other: 'y' } })
  assert.deepEqual(changesBack(after, before, { fields: { a: 2, b: 'new' } }), [
    { fields: { a: 1, b: null } },
  ])
})
