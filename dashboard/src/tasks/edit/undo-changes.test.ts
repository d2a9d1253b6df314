// Taking changes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import { changesBack, roundsOf } from './undo-changes.ts'

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

test('steps of many tasks go in rounds', () => {
  const one = task({ id: 'tsk_1' })
  const two = task({ id: 'tsk_2' })
  const rounds = roundsOf([
    { task: one, steps: [{ status: 'ready' }, { status: 'in_progress' }] },
    { task: two, steps: [{ status: 'ready' }] },
  ])
  assert.deepEqual(
    rounds.map((round) => round.map(({ task: { id } }) => id)),
    [['tsk_1', 'tsk_2'], ['tsk_1']],
  )
})
