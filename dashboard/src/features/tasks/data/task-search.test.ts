// What the address says, and that it says the same after a round trip.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf, readSearch, type TaskSearch, writeSearch } from './task-search.ts'

test('a search comes back from the address as it went in', () => {
  const search: TaskSearch = {
    status: ['ready', 'in_progress'],
    priority: ['urgent'],
    label: ['a,b', String.raw`c\d`, 'plain'],
    assignee: '@me',
    due: 'today',
    q: '7',
    sort: 'priority',
    group: 'none',
    peek: 'T-142',
  }
  assert.deepEqual(readSearch(writeSearch(search)), search)
  assert.deepEqual(readSearch({ ...writeSearch(search), q: 7 }), search)
})

test('unknown values are left out, not passed on', () => {
  const search = readSearch({ status: 'ready,nonsense', sort: 'title', group: {}, label: ['x'] })
  assert.deepEqual(search, { status: ['ready'], priority: [], label: [] })
})

test('columns have an order, and there may be none', () => {
  const columns = ['due_at', 'field:severity']
  const search = { ...readSearch({}), columns }
  assert.deepEqual(writeSearch(search), { columns: 'due_at,field:severity' })
  assert.deepEqual(readSearch(writeSearch(search)).columns, columns)
  assert.deepEqual(readSearch(writeSearch({ ...search, columns: [] })).columns, [])
  assert.deepEqual(filtersOf(search), {})
})

test('all statuses are one word, and filters know nothing of order and peeking', () => {
  const all = readSearch({ status: 'all' })
  assert.equal(all.status.length, 8)
  assert.deepEqual(writeSearch(all), { status: 'all' })
  assert.deepEqual(filtersOf({ ...all, peek: 'T-1', sort: 'due_at', view: 'x' }), { status: 'all' })
})
