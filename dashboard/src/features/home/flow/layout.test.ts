// Nodes keep their width, gaps take the rest, and ribbons are as thick as their tasks are many.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf, cometsOf, type GapStream, LEAST_WIDTH, ribbonsOf } from './layout.ts'

const stream = (gap: number, from: number, to: number, count: number): GapStream => ({
  gap,
  from,
  to,
  count,
  recent: 0,
})

test('a wider screen widens the gaps and no node', () => {
  const [narrow, wide] = [columnsOf(966), columnsOf(1600)]
  assert.deepEqual(
    narrow.map(({ width }) => width),
    wide.map(({ width }) => width),
  )
  assert.equal((narrow.at(-1)?.x ?? 0) + 144, 966)
  assert.equal((wide.at(-1)?.x ?? 0) + 144, 1600)
})

test('at the least width there is still room for a rate between two stages', () => {
  const columns = columnsOf(LEAST_WIDTH)
  for (const [index, { x }] of columns.entries()) {
    const before = columns[index - 1]
    if (before) assert.ok(x - before.x - before.width >= 59.9)
  }
})

test('thickness is the count, on one scale for all gaps', () => {
  const streams = [
    stream(0, 0, 0, 60),
    stream(0, 0, 1, 40),
    stream(1, 0, 0, 50),
    stream(2, 0, 0, 1),
  ]
  const thick = ribbonsOf(streams, columnsOf(966)).map(({ thickness }) => thickness)
  assert.deepEqual(thick, [13.2, 8.8, 11, 1])
})

test('ribbons of a node lie below each other, inside of it', () => {
  const ribbons = ribbonsOf([stream(0, 0, 0, 50), stream(0, 0, 1, 50)], columnsOf(966))
  const starts = ribbons.map(({ path }) => Number(path.split(',')[1]?.split('C')[0]))
  assert.deepEqual(starts, [8, 19])
})

test('comets are at most three, and faster with the rate', () => {
  assert.deepEqual(cometsOf(0).count, 0)
  assert.deepEqual(cometsOf(2).count, 2)
  assert.equal(cometsOf(1_000).count, 3)
  assert.ok(cometsOf(9).seconds < cometsOf(1).seconds)
  assert.equal(cometsOf(1_000).seconds, 1.6)
})
