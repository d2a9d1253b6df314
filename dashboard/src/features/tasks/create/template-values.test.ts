import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import { draftFrom, templateOf, withChosen } from './template-values.ts'

const now = new Date(2027, 2, 27, 9, 30)

test('what the template does not say stays as it was', () => {
  const draft = draftFrom({ title: 'x', queue: 'office' }, { queue: 'other', labels: ['a'] }, now)
  assert.deepEqual(draft, { title: 'x', queue: 'office', labels: ['a'] })
})

test('the due date is counted from now, and days keep the time of day', () => {
  const due = (span: string) => draftFrom({ title: 'x', due_in: span }, {}, now).due_at
  assert.equal(due('36h'), new Date(now.getTime() + 36 * 3_600_000).toISOString())
  assert.equal(due('3d'), new Date(2027, 2, 30, 9, 30).toISOString())
  assert.equal(due('2w'), new Date(2027, 3, 10, 9, 30).toISOString())
})

test('the next task starts with what was chosen, without what the template filled in', () => {
  const given = { queue: 'yard' }
  const filled = { ...given, description: 'Twice', priority: 'high' } as const
  const start = withChosen(given, filled, { ...filled, assignee: 'dana' })
  assert.deepEqual(start, { queue: 'yard', assignee: 'dana' })
  assert.deepEqual(withChosen(start, filled, { ...filled, assignee: null }).assignee, null)
})

test('a template of a task has what its next one should have', () => {
  const values = { title: 'x', priority: 'high', queue: 'office', labels: ['a'] } as const
  const own = { assignee: null, delegate: null, description: '', fields: {}, status: 'completed' }
  const task = { ...values, ...own, due_at: '2027-01-01T00:00:00Z' } as unknown as Task // what it reads
  assert.deepEqual(templateOf(task), values)
})
