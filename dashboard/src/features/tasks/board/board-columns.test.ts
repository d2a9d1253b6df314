// The columns of the board.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch } from '#features/tasks/data/task-search.ts'
import { planColumns } from './board-columns.ts'

const now = new Date('2026-11-15T10:42:00Z')
const statuses = (search: Record<string, string>, hasTriage = false) =>
  planColumns(readSearch(search), {}, { now, hasTriage }).map(({ status }) => status)

test('the loop from open to completed; triage when something waits there', () => {
  const usual = ['ready', 'in_progress', 'input_required', 'in_review', 'completed']
  assert.deepEqual(statuses({}), usual)
  assert.deepEqual(statuses({}, true), ['triage', ...usual])
  assert.deepEqual(statuses({ status: 'canceled,ready' }), ['ready', 'canceled'])
})

test('of what is finished only the last day, newest first', () => {
  const [open, done] = planColumns(
    readSearch({ status: 'ready,completed' }),
    {},
    { now, hasTriage: false },
  )
  assert.deepEqual(open?.query, { status: ['ready'], sort: 'priority' })
  assert.deepEqual(done?.query, {
    status: ['completed'],
    sort: '-updated_at',
    updated_since: '2026-11-14T10:00:00.000Z',
  })
})
