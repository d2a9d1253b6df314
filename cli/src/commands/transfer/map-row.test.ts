// Columns that are mapped, found by their name, constant or ignored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMapping, completeMapping, ignoredColumns, mapRow } from './map-row.ts'

const row = {
  line: 2,
  values: {
    Summary: 'Call',
    'Due at': '2026-12-24',
    Labels: 'a; b,',
    Customer: '00123',
    Extra: 'x',
    _error: 'earlier',
    input: '{"a":1}',
    Queue: '',
  },
}

test('columns become fields', () => {
  const given = checkMapping(
    [
      ['title', 'Summary'],
      ['fields.customer', 'Customer'],
    ],
    [['source', 'shop']],
  )
  const mapping = completeMapping(given, row)
  assert.deepEqual(mapRow(mapping, row), {
    source: 'shop',
    title: 'Call',
    due_at: '2026-12-24T00:00:00Z',
    labels: ['a', 'b'],
    input: { a: 1 },
    fields: { customer: '00123' },
  })
  assert.deepEqual(ignoredColumns(mapping, row), ['Extra'])
})

test('values of JSON Lines are used as they are', () => {
  const one = {
    line: 1,
    values: { title: 'A', labels: ['x'], due_at: null, fields: { n: 1 }, id: 'tsk_1' },
  }
  const mapping = completeMapping(checkMapping([], []), one)
  assert.deepEqual(mapRow(mapping, one), { title: 'A', labels: ['x'], fields: { n: 1 } })
})

test('mistakes name the field or the column', () => {
  assert.throws(
    () => checkMapping([['titel', 'Summary']], []),
    /--map: a task has no field "titel"/,
  )
  assert.throws(
    () => completeMapping(checkMapping([['title', 'Nope']], []), row),
    /no column "Nope"/,
  )
  assert.throws(() => completeMapping(checkMapping([], []), row), /no column for the title/)
  const mapping = completeMapping(checkMapping([['title', 'Summary']], []), row)
  const empty = { ...row, values: { ...row.values, Summary: '' } }
  assert.throws(() => mapRow(mapping, empty), /The title is empty/)
  const late = { ...row, values: { ...row.values, 'Due at': 'soon' } }
  assert.throws(() => mapRow(mapping, late), /due_at must be a time/)
})
