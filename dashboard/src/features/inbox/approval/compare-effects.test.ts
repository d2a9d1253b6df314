import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effect } from '@task-service/contract'
import { compareEffects, isOnlyEdited, orderEffects } from './compare-effects.ts'

const update: Effect = {
  integration_id: 'int_1',
  provider: 'redmine',
  link_id: 'lnk_1',
  external_id: '5127',
  external_key: '#5127',
  kind: 'update',
  fields: { status: { from: '2', to: '5' } },
  comment: null,
  statement: null,
  result_hash: 'a',
  source_revision: '14',
  mapping: 'm',
  run_id: 'run_1',
  agent: 'docs-agent',
  policy: 'approve',
}
const comment: Effect = {
  ...update,
  kind: 'comment',
  fields: {},
  comment: { id: 'cmt_1', body: 'Corrected.' },
  result_hash: null,
}
const said = (body: string): Effect => ({ ...comment, comment: { id: 'cmt_1', body } })

test('an item comes before its comments, and one system after the other', () => {
  const other = { ...update, link_id: 'lnk_2' }
  assert.deepEqual(orderEffects([comment, update, other]), [update, comment, other])
})

test('without an earlier version nothing is new', () => {
  const { changes, removed } = compareEffects([update], undefined)
  assert.deepEqual([changes[0]?.isNew, changes[0]?.differences, removed], [false, [], []])
})

test('a changed source, new values, and what came and went are distinguished', () => {
  const now = { ...update, source_revision: '15', fields: { status: { from: '3', to: '5' } } }
  const { changes, removed } = compareEffects([now, comment], [update, said('Old')])
  assert.deepEqual(changes[0]?.differences, ['source', 'fields'])
  assert.deepEqual(changes[1]?.differences, ['comment'])
  assert.deepEqual(removed, [])
  const other = compareEffects([comment], [update])
  assert.deepEqual([other.changes[0]?.isNew, other.removed], [true, [update]])
})

test('the result counts by its hash, wherever it is sent', () => {
  const statement = { database: 'wms', name: 'close', parameters: null, values: { key: '1' } }
  const before: Effect = {
    ...update,
    statement: { ...statement, values: { key: '1', 'task.result': 1 } },
  }
  const after: Effect = {
    ...update,
    result_hash: 'b',
    statement: { ...statement, values: { 'task.result': 2, key: '1' } },
  }
  assert.deepEqual(compareEffects([after], [before]).changes[0]?.differences, ['result'])
})

test('only the edited texts may differ', () => {
  const edit = { comments: [{ id: 'cmt_1', body: 'Better.' }] }
  assert.ok(isOnlyEdited([update, comment], [update, said('Better.')], edit))
  assert.ok(!isOnlyEdited([update, comment], [update, said('Else.')], edit))
  assert.ok(!isOnlyEdited([update, comment], [{ ...update, mapping: 'n' }, said('Better.')], edit))
  assert.ok(!isOnlyEdited([update, comment], [said('Better.')], edit))
  assert.ok(!isOnlyEdited([comment], [update, said('Better.')], edit))
  assert.ok(isOnlyEdited([update], [{ ...update, result_hash: 'b' }], { result: 2 }))
  assert.ok(!isOnlyEdited([update], [{ ...update, result_hash: 'b' }], edit))
})
