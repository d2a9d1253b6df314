// What a batch of events comes down to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventEnvelope } from '@task-service/contract'
import { sortEvents } from './sort-events.ts'

const event = (type: string, data: object) => ({ type, data }) as EventEnvelope // only these two are read
const task = (number: number, version: number) => ({ id: `tsk_${number}`, number, version })

test('of several versions the newest counts, in whatever order they come', () => {
  const { tasks } = sortEvents([
    event('task.updated', task(1, 3)),
    event('task.started', task(1, 2)),
    event('task.created', task(2, 1)),
  ])
  assert.deepEqual(
    tasks.map(({ id, version }) => [id, version]),
    [
      ['tsk_1', 3],
      ['tsk_2', 1],
    ],
  )
})

test('a deleted task does not come back with an event from before', () => {
  const { tasks, deleted } = sortEvents([
    event('task.deleted', task(1, 4)),
    event('task.updated', task(1, 3)),
  ])
  assert.deepEqual([tasks, [...deleted]], [[], ['tsk_1']])
})

test('a comment touches its task and changes nothing of it', () => {
  const { tasks, touched } = sortEvents([event('comment.created', { task_id: 'tsk_1' })])
  assert.deepEqual([tasks, [...touched]], [[], ['tsk_1']])
  assert.ok(sortEvents([event('task.updated', task(142, 2))]).touched.has('T-142'))
})

test('events of webhooks are not about tasks', () => {
  assert.equal(sortEvents([event('webhook.disabled', { id: 'whk_1' })]).touched.size, 0)
})
