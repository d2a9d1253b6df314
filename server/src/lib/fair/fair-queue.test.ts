import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

/** `a1` belongs to `a`. */
function queueOf(...items: string[]) {
  const queue = createFairQueue<string>()
  for (const item of items) queue.push(item.slice(0, 1), item)
  return queue
}

/** Accepts `count` items. */
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

test('an owner whose turn was not reached is first the next time', () => {
  const queue = queueOf('a1', 'a2', 'b1', 'c1')
  assert.deepEqual(queue.take(upTo(1)), ['a1'])
  queue.push('a', 'a3')
  assert.deepEqual(queue.take(upTo(3)), ['b1', 'c1', 'a2'])
})

test('items that are not accepted stay queued', () => {
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

test('a blocked owner keeps its turn, and the next owner proceeds', () => {
  const queue = queueOf('a1', 'a2', 'b1')
  assert.equal(
    queue.takeNext((owner) => owner !== 'a'),
    'b1',
  )
  assert.equal(
    queue.takeNext(() => false),
    undefined,
  )
  assert.deepEqual(queue.take(upTo(5)), ['a1', 'a2'])
})

test('a new owner waits for one turn of each other owner, not for their whole queues', () => {
  const queue = queueOf('a1', 'a2', 'a3')
  assert.equal(
    queue.takeNext(() => true),
    'a1',
  )
  queue.push('b', 'b1')
  assert.deepEqual(queue.take(upTo(2)), ['a2', 'b1'])
})

test('sizes count queued items, also after removals and returns', () => {
  const queue = queueOf('a1', 'a2', 'b1')
  queue.remove('a', 'a1')
  queue.remove('a', 'unknown')
  queue.remove('b', 'b1')
  assert.deepEqual([queue.size(), queue.hasOthers('a'), queue.hasOthers('b')], [1, false, true])
  queue.putBack('a', 'a0')
  assert.deepEqual(queue.take(upTo(5)), ['a0', 'a2'])
  assert.equal(queue.size(), 0)
})
