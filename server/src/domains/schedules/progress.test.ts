import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScheduleRule } from '@task-service/contract'
import { nextOf, tasksLeft } from './progress.ts'

const rule: ScheduleRule = {
  frequency: 'daily',
  interval: 1,
  time: '09:00',
  time_zone: 'UTC',
  starts_on: '2026-01-01',
  ends_on: null,
  count: 2,
}
const now = new Date('2026-01-03T12:00:00Z')

const next = (last: string) => nextOf({ rule, task_count: 0, last_at: new Date(last) }, now)

test('ends when its tasks are created', () => {
  assert.equal(tasksLeft({ rule, task_count: 1, last_at: null }), 1)
  assert.equal(tasksLeft({ rule: { ...rule, count: null }, task_count: 9, last_at: null }), null)
  assert.equal(nextOf({ rule, task_count: 2, last_at: null }, now), null)
})

test('an occurrence that has been is not the next one for a clock that is behind', () => {
  assert.deepEqual(next('2026-01-03T09:00:00Z'), new Date('2026-01-04T09:00:00Z'))
  assert.deepEqual(next('2026-01-04T09:00:00Z'), new Date('2026-01-05T09:00:00Z'))
})
