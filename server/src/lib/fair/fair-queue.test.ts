import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

/** `a1` belongs to `a`. */
function queueOf(...items: string[]) {
  const queue = createFairQueue<string>()
  for (const item of items) queue.push(item.slice(0, 1), item)
  return queue
}

/** Accepts so many. */
function upTo(count: number): () => boolean {
  let left = count
  return () => left-- > 0
}

test('owners take turns, and the items of each keep their order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2')
  assert.equal(queue.size(), 7)
  assert.deepEqual(queue.take(upTo(5)), ['a1', 'b1', 'c1', 'a2', 'c2'])
  assert.deepEqual([queue.size(), queue.sizeOf('a'), queue.sizeOf('b')], [2, 2, 0])
  assert.deepEqual(queue.take(upTo(5)), ['a3', 'a4'])
  assert.deepEqual(queue.take(upTo(5)), [])
})

test('whose turn was not reached is first the next time', () => {
  const queue = queueOf('a1', 'a2', 'b1', 'c1')
  assert.deepEqual(queue.take(upTo(1)), ['a1'])
  queue.push('a', 'a3')
  assert.deepEqual(queue.take(upTo(3)), ['b1', 'c1', 'a2'])
})

test('what is not accepted stays', () => {
  const queue = queueOf('a1', 'b1', 'c1')
  assert.deepEqual(
    queue.take((item) => item !== 'b1'),
    ['a1'],
  )
  assert.deepEqual(
    queue.take(() => true),
    ['b1', 'c1'],
  )
})
