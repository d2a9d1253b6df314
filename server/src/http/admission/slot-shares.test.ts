import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlotShares } from './slot-shares.ts'

function start() {
  let time = 0
  const shares = createSlotShares(() => time)
  /** How many of its requests are admitted, all of them slow. */
  const fill = (owner: string, requests: number, slots = 100) => {
    let count = 0
    for (; requests > 0; requests--) {
      if (!shares.mayAcquire(owner, slots)) continue
      shares.acquire(owner)
      count++
    }
    return count
  }
  return { shares, fill, wait: (ms: number) => void (time += ms) }
}

test('a single tenant gets all slots but a reserve', () => {
  const { fill } = start()
  assert.equal(fill('a', 1_000), 87)
})

test('the reserve admits the next tenant, and the first gets no more', () => {
  const { fill } = start()
  assert.equal(fill('a', 1_000), 87)
  assert.equal(fill('b', 100), 7)
  assert.equal(fill('a', 1_000), 0)
})

test('while others send requests, a tenant gets at most half, however rare those are', () => {
  const { fill, shares, wait } = start()
  let most = 0
  for (let round = 0; round < 10; round++) {
    most += fill('a', 100)
    if (fill('b', 1) === 1) shares.release('b')
    wait(500)
  }
  // The first requests came before those of any other tenant.
  assert.equal(most, 87)
  for (let count = 0; count < 87; count++) shares.release('a')
  assert.equal(fill('a', 100), 50)
  wait(1_001)
  assert.equal(fill('a', 100), 37)
})

test('released slots are free again', () => {
  const { fill, shares } = start()
  fill('b', 1)
  assert.equal(fill('a', 100), 50)
  for (let count = 0; count < 50; count++) shares.release('a')
  assert.equal(fill('a', 100), 50)
})

test('one slot is always available', () => {
  const { fill } = start()
  assert.equal(fill('a', 1, 1), 1)
})

test('two cooperating tenants leave slots to a third', () => {
  const { fill } = start()
  fill('c', 1)
  assert.equal(fill('a', 100), 50)
  assert.equal(fill('b', 100), 25)
  assert.ok(fill('c', 20) >= 10)
})
