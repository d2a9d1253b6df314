// A view asks the list for what its times mean now.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveMoment, toListQuery } from './views.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

test('relative times are counted from now, others stay', () => {
  assert.equal(resolveMoment('now', now), '2026-03-01T12:00:00.000Z')
  assert.equal(resolveMoment('now+36h', now), '2026-03-03T00:00:00.000Z')
  assert.equal(resolveMoment('now-1d', now), '2026-02-28T12:00:00.000Z')
  assert.equal(resolveMoment('now+2w', now), '2026-03-15T12:00:00.000Z')
  assert.equal(resolveMoment('2026-01-01T00:00:00+02:00', now), '2026-01-01T00:00:00+02:00')
})

test('the list is asked for the filters and the order, not for groups', () => {
  const view = {
    status: ['ready' as const],
    due_before: 'now+1d',
    sort: 'due_at' as const,
    group_by: 'assignee' as const,
  }
  assert.deepEqual(toListQuery(view, now), {
    status: ['ready'],
    due_before: '2026-03-02T12:00:00.000Z',
    sort: 'due_at',
  })
  assert.deepEqual(toListQuery({}, now), {})
})
