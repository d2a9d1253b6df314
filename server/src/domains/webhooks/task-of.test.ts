import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '../../lib/ids.ts'
import { taskOf } from './task-of.ts'

const subject = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
const task = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7'

test('an event waits in the line of its task', () => {
  const data = { task_id: encodeId('task', task) }
  assert.equal(taskOf({ type: 'comment.created', subject_id: subject, data }), task)
  assert.equal(taskOf({ type: 'task.created', subject_id: subject, data: {} }), subject)
})

test('whatever else is called task_id leads nowhere', () => {
  for (const data of [{}, { task_id: 7 }, { task_id: 'tsk_x' }]) {
    assert.equal(taskOf({ type: 'comment.created', subject_id: subject, data }), subject)
  }
  const data = { task_id: encodeId('task', task) }
  assert.equal(taskOf({ type: 'task.updated', subject_id: subject, data }), subject)
})
