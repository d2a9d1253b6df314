// Where stages and nodes lead, which of them need attention, and which streams belong to what is pointed at.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowNode, TaskFlow } from '@task-service/contract'
import { blockagesOf, gapStreamsOf, isStreamOf, nodeTarget, stagesOf } from './stages.ts'

const node = (kind: FlowNode['kind'], id: string, count: number): FlowNode => ({
  kind,
  id,
  name: id,
  count,
})
const stream = (from: number, to: number) => ({ from, to, count: 1, recent: 0 })

const flow: TaskFlow = {
  as_of: '2026-11-10T10:42:00.000Z',
  range: '24h',
  time_zone: 'UTC',
  since: '2026-11-09T11:00:00.000Z',
  sources: { count: { count: 3, is_at_least: false }, nodes: [node('api', '', 3)] },
  queues: {
    now: { count: 2, is_at_least: false },
    nodes: [node('queue', 'customs', 2), node('queue', 'dock', 0)],
  },
  working: {
    now: { count: 1, is_at_least: false },
    people: 1,
    agents: 0,
    nodes: [node('people', '', 1)],
  },
  writing_back: {
    count: 7,
    older: 0,
    rejected: 3,
    held: 4,
    nodes: [
      { ...node('integration', 'int_1', 3), rejected: 3, held: 0 },
      { ...node('integration', 'int_2', 4), rejected: 0, held: 4 },
      { ...node('no_origin', '', 0), rejected: 0, held: 0 },
    ],
  },
  confirmed: {
    count: 0,
    without_origin: 0,
    completed: { count: 7, is_at_least: false },
    nodes: [
      node('integration', 'int_1', 0),
      node('integration', 'int_2', 0),
      node('no_origin', '', 0),
    ],
  },
  streams: { queued: [stream(0, 0)], claimed: [stream(1, 0)], completed: [], confirmed: [] },
  rates: {
    hour_start: '2026-11-10T09:00:00.000Z',
    created: 0,
    claimed: 0,
    completed: 0,
    confirmed: 0,
  },
  counted_since: null,
}

test('a node adds its filter to the list of its stage', () => {
  assert.deepEqual(nodeTarget(node('queue', 'dock', 1), 'queues', '7d')?.search, {
    status: 'ready',
    queue: 'dock',
  })
  assert.deepEqual(nodeTarget(node('people', '', 1), 'working', '7d')?.search, {
    status: 'in_progress',
    delegate: '@none',
  })
  assert.deepEqual(nodeTarget(node('integration', 'int_1', 1), 'sources', '7d')?.search, {
    status: 'all',
    created: '7d',
    integration: 'int_1',
  })
  assert.equal(nodeTarget(node('more', '', 1), 'queues', '7d'), undefined)
})

test('late queues, rejected and held write-backs stand out, empty nodes step back', () => {
  const tones = stagesOf(flow, new Set(['customs'])).map(({ nodes }) =>
    nodes.map(({ tone }) => tone),
  )
  assert.deepEqual(tones, [
    ['plain'],
    ['late', 'empty'],
    ['plain'],
    ['rejected', 'held', 'empty'],
    ['empty', 'empty', 'empty'],
  ])
  assert.deepEqual(blockagesOf(flow), [
    { place: 0, tone: 'rejected', count: 3 },
    { place: 1, tone: 'held', count: 4 },
  ])
})

test('streams of a node are those that begin or end there', () => {
  const [queued, claimed] = gapStreamsOf(flow)
  assert.ok(queued && claimed)
  const dock = { kind: 'node', stage: 1, place: 1 } as const
  assert.deepEqual([isStreamOf(queued, dock), isStreamOf(claimed, dock)], [false, true])
  const queues = { kind: 'stage', stage: 1 } as const
  assert.deepEqual([isStreamOf(queued, queues), isStreamOf(claimed, queues)], [true, true])
  const sources = { kind: 'stage', stage: 0 } as const
  assert.deepEqual([isStreamOf(queued, sources), isStreamOf(claimed, sources)], [true, false])
})
