// Views and the address say the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch } from '../data/task-search.ts'
import { fromView, isSameView, resolveExtra, toViewQuery, viewColumns } from './view-search.ts'

test('a search becomes a view and comes back', () => {
  const search = readSearch({ priority: 'urgent', assignee: '@none', due: 'week', group: 'none' })
  const query = toViewQuery(search, 'ada')
  assert.deepEqual(query, {
    status: ['triage', 'ready', 'in_progress', 'input_required', 'in_review'],
    priority: ['urgent'],
    unassigned: true,
    due_before: 'now+7d',
  })
  assert.deepEqual(fromView({ id: 'viw_1', query }).search, { ...search, view: 'viw_1' })
  assert.ok(isSameView({ ...search, view: 'viw_1' }, { id: 'viw_1', query }, 'ada'))
  assert.ok(!isSameView({ ...search, priority: [] }, { id: 'viw_1', query }, 'ada'))
})

test('"me" is saved as the name of who saved it', () => {
  assert.equal(toViewQuery(readSearch({ assignee: '@me' }), 'ada').assignee, 'ada')
})

test('filters that have no chip still narrow the list', () => {
  const { search, extra } = fromView({
    id: 'viw_1',
    query: { delegate: 'docs-agent', created_since: 'now-2w', due_before: '2026-12-01T00:00:00Z' },
  })
  assert.equal(search.status.length, 8, 'a view without statuses shows all of them')
  assert.equal(search.due, undefined)
  assert.equal(search.delegate, 'docs-agent')
  assert.deepEqual(resolveExtra(extra, new Date('2026-11-15T10:04:00Z')), {
    created_since: '2026-11-01T10:00:00.000Z',
    due_before: '2026-12-01T00:00:00Z',
  })
})

test('a view has columns of its own, beside those that every list shows', () => {
  const view = {
    id: 'viw_1',
    query: {},
    columns: viewColumns(['due_at', 'field:severity']),
  }
  assert.deepEqual(view.columns, [
    'number',
    'title',
    'status',
    'priority',
    'due_at',
    'field:severity',
  ])
  const { search } = fromView(view)
  assert.deepEqual(search.columns, ['due_at', 'field:severity'])
  assert.ok(isSameView(search, view, 'ada'))
  assert.ok(!isSameView({ ...search, columns: ['field:severity', 'due_at'] }, view, 'ada'))
  assert.equal(viewColumns(undefined), null)
  assert.equal(fromView({ ...view, columns: null }).search.columns, undefined)
})
