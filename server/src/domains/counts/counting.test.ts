// Which counts an index has ready, and where values that begin alike can stand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReadyMade, startsOf, toCounts } from './counting.ts'

test('an index has counts ready for its own field, and for the status within a queue', () => {
  assert.ok(isReadyMade({ group_by: 'status' }))
  assert.ok(isReadyMade({ group_by: 'status', status: ['ready'], queue: 'q', up_to: 5 }))
  assert.ok(isReadyMade({ group_by: 'priority', priority: ['low'] }))
  assert.ok(isReadyMade({ group_by: 'label' }))
  assert.ok(!isReadyMade({}))
  assert.ok(!isReadyMade({ group_by: 'status', priority: ['low'] }))
  assert.ok(!isReadyMade({ group_by: 'priority', queue: 'q' }))
  assert.ok(!isReadyMade({ group_by: 'queue', queue: 'q' }))
  assert.ok(!isReadyMade({ group_by: 'assignee', q: 'words' }))
})

test('values are looked for in every case they are likely to be written in', () => {
  assert.deepEqual(startsOf('anNa'), ['anNa', 'anna', 'ANNA', 'Anna'])
  assert.deepEqual(startsOf('7'), ['7'])
  assert.deepEqual(startsOf(''), [''])
})

test('no group is larger than the total', () => {
  const counts = toCounts([{ value: 'red', count: 11 }], {
    total: 10,
    known: undefined,
    isAtLeast: true,
  })
  assert.deepEqual(counts.groups, [{ value: 'red', count: 10, is_at_least: true }])
})
