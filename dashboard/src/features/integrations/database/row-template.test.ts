// What the preview shows is what the integration would make: both are tried on the same texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillText as fillInIntegration } from '../../../../../integrations/database/template.ts'
import { fillText, rowsOf, unknownColumns } from './row-template.ts'

const row = { id: 7, title: 'Wet pallet', note: null, open: true, extra: { a: 1 } }

test('a text is filled as the integration fills it', () => {
  for (const text of [
    'Claim {{id}}: {{title}}',
    '{{ id }}{{missing}}|{{note}}|{{open}}|{{extra}}',
    'no columns, {single}, {{}}',
    '{{id}',
  ]) {
    assert.equal(fillText(text, row), fillInIntegration(text, row), text)
  }
})

test('unknown columns are found', () => {
  assert.deepEqual(unknownColumns('{{id}} {{tilte}}', ['id', 'title']), ['tilte'])
})

test('rows get the names of their columns', () => {
  assert.deepEqual(rowsOf(['id', 'title'], [[7, 'Wet']]), [{ id: 7, title: 'Wet' }])
})
