import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsOf, keysOf, withConditions } from './conditions-of.ts'

const field = [
  'severity:is:high',
  'severity:is:low',
  'amount:from:1',
  'link:is:https://x:1',
  'a:unset',
]

test('conditions are taken apart by field', () => {
  assert.deepEqual(keysOf(field), ['severity', 'amount', 'link', 'a'])
  assert.deepEqual(conditionsOf(field, 'severity'), { is: ['high', 'low'] })
  assert.deepEqual(conditionsOf(field, 'link'), { is: ['https://x:1'] })
  assert.deepEqual(conditionsOf(field, 'amount'), { is: [], from: '1' })
  assert.deepEqual(conditionsOf(field, 'a'), { is: [], isSet: false })
})

test('and put together, and other fields stay', () => {
  assert.deepEqual(withConditions(['a:set'], 'b', { is: ['x'], to: '5' }), [
    'a:set',
    'b:is:x',
    'b:to:5',
  ])
  assert.deepEqual(withConditions(field, 'severity', { is: [] })?.length, 3)
  assert.equal(withConditions(['a:set'], 'a', { is: [] }), undefined)
})
