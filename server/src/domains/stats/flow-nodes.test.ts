// Five nodes at most, whose counts and streams add up to those of all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinStreams, pickNodes, type Weighted } from './flow-nodes.ts'

const queue = (name: string, count: number, weight = count): Weighted => ({
  kind: 'queue',
  id: name,
  name,
  count,
  weight,
})
const none = { kind: 'no_origin', id: '', name: '' } as const

test('five nodes are shown as they are, largest first', () => {
  const { nodes } = pickNodes(['a', 'b', 'c', 'd', 'e'].map((name, index) => queue(name, index)))
  assert.deepEqual(
    nodes.map(({ name, count }) => [name, count]),
    [
      ['e', 4],
      ['d', 3],
      ['c', 2],
      ['b', 1],
      ['a', 0],
    ],
  )
})

test('of six nodes the two smallest are summed up, and found there', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => queue(name, 10 - index))
  const { nodes, placeOf } = pickNodes(all)
  assert.deepEqual(nodes.at(-1), { kind: 'more', id: '', name: '2', count: 11 })
  assert.equal(
    nodes.reduce((sum, { count }) => sum + count, 0),
    all.reduce((sum, { count }) => sum + count, 0),
  )
  assert.deepEqual(
    ['a', 'd', 'e', 'f'].map((name) => placeOf(queue(name, 0))),
    [0, 3, 4, 4],
  )
})

test('a pinned node stands last, however large it is and however many there are', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name, index) => queue(name, 10 - index))
  const { nodes, placeOf } = pickNodes([{ ...none, count: 99, weight: 99 }, ...many], none)
  assert.deepEqual(
    nodes.map(({ kind, name }) => `${kind} ${name}`),
    ['queue a', 'queue b', 'queue c', 'more 2', 'no_origin '],
  )
  assert.deepEqual([placeOf(none), placeOf(queue('e', 0))], [4, 3])
})

test('what occurs twice is one node, and weight decides before count', () => {
  const { nodes } = pickNodes([queue('a', 1, 1), queue('b', 0, 9), queue('a', 2, 2)])
  assert.deepEqual(
    nodes.map(({ name, count }) => [name, count]),
    [
      ['b', 0],
      ['a', 3],
    ],
  )
})

const stream = (from: number, to: number, count: number, recent = 0) => ({
  from,
  to,
  count,
  recent,
})

test('streams between the same nodes are one, and empty ones are left out', () => {
  assert.deepEqual(
    joinStreams([stream(1, 0, 2), stream(0, 1, 3, 1), stream(1, 0, 4, 2), stream(2, 2, 0)]),
    [stream(0, 1, 3, 1), stream(1, 0, 6, 2)],
  )
})
