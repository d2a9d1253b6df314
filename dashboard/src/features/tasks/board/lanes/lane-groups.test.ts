// Rows of the board, from the counts of open and of finished tasks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCounts } from '@task-service/contract'
import { laneChange, laneField, laneFilters } from './lane-fields.ts'
import { columnSets, mergeLanes } from './lane-groups.ts'

const countsOf = (groups: Record<string, number>, rest = 0): TaskCounts => ({
  total: 0,
  total_is_at_least: false,
  has_more: false,
  groups: [...Object.entries(groups), ...(rest > 0 ? [[null, rest] as const] : [])].map(
    ([value, count]) => ({ value, count, is_at_least: false }),
  ),
})

test('names come in the order of the alphabet, tasks without one last, and counts are added', () => {
  const lanes = mergeLanes('assignee', [countsOf({ zoe: 3, ada: 1 }, 5), countsOf({ ada: 2 })])
  assert.deepEqual(
    lanes.map(({ key, count }) => [key, count]),
    [
      ['ada', 3],
      ['zoe', 3],
      ['@none', 5],
    ],
  )
})

test('priorities come in their own order, and none without tasks', () => {
  const lanes = mergeLanes('priority', [countsOf({ low: 1, normal: 0, urgent: 2 }), undefined])
  assert.deepEqual(
    lanes.map(({ key }) => key),
    ['urgent', 'low'],
  )
})

test('open columns are one question, finished ones another', () => {
  const query = { queue: 'night', sort: 'priority' as const }
  const columns = [
    { status: 'ready' as const, isRecent: false, query: { ...query, status: ['ready' as const] } },
    { status: 'in_review' as const, isRecent: false, query },
    { status: 'completed' as const, isRecent: true, query: { updated_since: 'x' } },
  ]
  assert.deepEqual(columnSets(columns), [
    { statuses: ['ready', 'in_review'], query: { ...query, status: ['ready', 'in_review'] } },
    { statuses: ['completed'], query: { updated_since: 'x', status: ['completed'] } },
  ])
})

test('a row has a filter, and a change that leads there', () => {
  assert.deepEqual(laneFilters('assignee', '@none'), { unassigned: true })
  assert.deepEqual(laneFilters('delegate', '@none'), { delegated: false })
  assert.deepEqual(laneFilters('priority', 'high'), { priority: ['high'] })
  assert.deepEqual(laneFilters('queue', 'night'), { queue: 'night' })
  assert.deepEqual(laneChange('assignee', '@none'), { assignee: null })
  assert.deepEqual(laneChange('priority', 'high'), { priority: 'high' })
  assert.equal(laneField({ rows: 'label' }), undefined)
})
