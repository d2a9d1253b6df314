import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteBudget } from './byte-budget.ts'

const create = () => createByteBudget({ totalBytes: 100, freeBytesPerLease: 2 })

/** Takes in steps of one until it is rejected. */
function takeAll(budget: ReturnType<typeof create>, owner: string): number {
  const lease = budget.open([owner])
  let taken = 0
  while (lease.grow(1)) taken++
  return taken
}

test('one owner gets half, the next half of the rest', () => {
  const budget = create()
  assert.equal(takeAll(budget, 'a'), 50)
  assert.equal(takeAll(budget, 'b'), 25)
  assert.equal(budget.heldBytes(), 75)
})

test('a small lease of an owner that has used its share still fits', () => {
  const budget = create()
  takeAll(budget, 'a')
  assert.equal(takeAll(budget, 'a'), 2)
})

test('the total is never exceeded, for any owner', () => {
  const budget = create()
  for (let owner = 0; owner < 200; owner++) takeAll(budget, `owner ${owner}`)
  assert.equal(budget.heldBytes(), 100)
  assert.equal(budget.open(['late']).grow(1), false)
  assert.ok(budget.refusedCount() > 0)
})

test('every owner of a lease must be within its share', () => {
  const budget = create()
  takeAll(budget, 'network')
  assert.equal(budget.open(['tenant', 'network']).grow(10), false)
  assert.equal(budget.open(['tenant', 'elsewhere']).grow(10), true)
})

test('a closed lease returns what it took, once', () => {
  const budget = create()
  const other = budget.open(['b'])
  other.grow(10)
  const lease = budget.open(['a'])
  lease.grow(40)
  lease.close()
  lease.close()
  assert.equal(lease.grow(1), false, 'it would never be returned')
  assert.equal(budget.heldBytes(), 10)
  other.close()
  assert.equal(takeAll(budget, 'a'), 50)
})

test('small leases of one owner, however many, leave capacity for those of others', () => {
  const budget = create()
  const openSmall = (owner: string) => budget.open(['tenant', owner], [owner]).grow(2)
  let count = 0
  while (openSmall('network')) count++
  assert.equal(count, 25)
  assert.equal(openSmall('elsewhere'), true)
})
