// The fields that columns of other programs are mapped to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestFields } from './field-suggestions.ts'

const custom = [{ key: 'cost_center', name: 'Cost center (SAP)' }]

test('names of fields, synonyms, keys and names of custom fields, and typing errors', () => {
  const columns = ['Due Date', 'tags', 'Prioirty', 'Cost center (SAP)', 'External-ID']
  assert.deepEqual(suggestFields(columns, custom), [
    'due_at',
    'labels',
    'priority',
    'field:cost_center',
    'external_id',
  ])
  assert.deepEqual(suggestFields(['field:cost_center'], custom), ['field:cost_center'])
  assert.deepEqual(suggestFields(['cost_centers'], custom), ['field:cost_center'])
})

test('each field once: the exact name comes before synonyms, wherever its column is', () => {
  assert.deepEqual(suggestFields(['Summary', 'titel', 'title'], []), [null, null, 'title'])
})

test('no field for what is read-only, private, unknown or named like a member of an object', () => {
  const columns = ['id', 'Created at', '_error', '', 'weather', 'constructor', '__proto__']
  assert.deepEqual(
    suggestFields(columns, custom),
    columns.map(() => null),
  )
})
