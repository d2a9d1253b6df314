// Every completed task is counted once at the end of the flow, and streams lead to the nodes that were chosen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closing, pickStages, streamsOf } from './flow-stages.ts'
import type { FinishedRow } from './store/task-flow.ts'

const moved = { recent: 0, examined: 0, first_at: null }
const finished = (
  origin: string | null,
  state: FinishedRow['state'],
  count: number,
): FinishedRow => ({
  ...moved,
  origin,
  state,
  count,
  delegate: null,
  recent_confirmed: 0,
  hour_confirmed: 0,
})

const rows = [
  finished(null, 'confirmed', 29),
  finished('int_1', 'confirmed', 104),
  finished('int_1', 'rejected', 3),
  finished('int_2', 'confirmed', 170),
  finished('int_2', 'pending', 6),
]
const parts = {
  queued: [{ ...moved, origin: 'int_1', source: null, queue: 'dock', count: 5 }],
  claimed: [{ ...moved, queue: 'dock', delegate: 'docs-agent', count: 4 }],
  finished: rows,
  levels: { queues: [{ name: 'claims', count: 9 }], workers: [] },
  names: new Map([['int_1', 'HubSpot']]),
}

test('confirmed, without origin and writing back are the completed tasks', () => {
  const { writing_back: waiting, confirmed } = closing(
    rows,
    pickStages(parts).origins,
    new Set(['int_2']),
    false,
  )
  assert.deepEqual([confirmed.count, confirmed.without_origin, waiting.count], [274, 29, 9])
  assert.deepEqual(confirmed.completed, { count: 312, is_at_least: false })
  assert.deepEqual([waiting.rejected, waiting.held], [3, 6])
  assert.deepEqual(
    confirmed.nodes.map(({ name, count }) => [name, count]),
    [
      ['', 170],
      ['HubSpot', 104],
      ['', 29],
    ],
  )
})

test('streams lead from node to node', () => {
  const ends = pickStages(parts)
  const { queued, claimed, completed, confirmed } = streamsOf(parts, ends)
  assert.deepEqual(
    ends.queues.nodes.map(({ name, count }) => [name, count]),
    [
      ['claims', 9],
      ['dock', 0],
    ],
  )
  assert.deepEqual(queued, [{ from: 0, to: 1, count: 5, recent: 0 }])
  assert.equal(claimed[0]?.from, 1)
  assert.deepEqual(
    completed.map(({ to, count }) => [to, count]),
    [
      [0, 176],
      [1, 107],
      [2, 29],
    ],
  )
  assert.deepEqual(
    confirmed.map(({ from, to, count }) => [from, to, count]),
    [
      [0, 0, 170],
      [1, 1, 104],
      [2, 2, 29],
    ],
  )
})
