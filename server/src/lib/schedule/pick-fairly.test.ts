import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickFairly } from './pick-fairly.ts'

const of = (...tenants: string[]) => tenants.map((tenant_id, id) => ({ tenant_id, id }))
const names = (chosen: { tenant_id: string }[]) => chosen.map((one) => one.tenant_id).join('')

test('tenants take turns, even if one has more', () => {
  const chosen = pickFairly(of('a', 'a', 'a', 'a', 'b', 'c'), { slots: 4, most: 8, busy: [] })
  assert.equal(names(chosen), 'abca')
})

test('no tenant gets more than half of the slots, including those in use', () => {
  const options = { slots: 3, most: 4, busy: ['a'] }
  assert.equal(names(pickFairly(of('a', 'a', 'a'), options)), 'a')
  assert.equal(names(pickFairly(of('a', 'b', 'b'), options)), 'bab')
})

test('a single slot is still used', () => {
  assert.equal(names(pickFairly(of('a', 'b'), { slots: 1, most: 1, busy: [] })), 'a')
})
