// A row and the task clients see say the same thing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRIORITIES } from '@task-service/contract'
import { priorityRank, type TaskRow, toTask } from './row.ts'

const row: TaskRow = {
  id: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6',
  number: 142,
  title: 'Title',
  description: '',
  status: 'completed',
  priority: 1,
  queue: 'default',
  labels: ['a'],
  assignee: 'ada',
  delegate: null,
  parent_id: '019301a2-b3c3-7d5e-8f90-a1b2c3d4e5f6',
  due_at: new Date('2027-01-01T00:00:00Z'),
  not_before: null,
  input: { a: null },
  result: null,
  fields: null,
  origin_kind: 'api',
  origin: null,
  source: null,
  external_id: null,
  settled_at: null,
  version: 3,
  created_by: 'key:key_1:2',
  created_at: new Date('2026-01-01T00:00:00.001Z'),
  updated_at: new Date('2026-01-02T00:00:00Z'),
  completed_at: new Date('2026-01-02T00:00:00Z'),
}

test('ids get their prefix, times become text, what is missing becomes null or empty', () => {
  const { origin_kind: _, ...same } = row
  assert.deepEqual(toTask(row), {
    ...same,
    id: 'tsk_019301a2b3c47d5e8f90a1b2c3d4e5f6',
    parent_id: 'tsk_019301a2b3c37d5e8f90a1b2c3d4e5f6',
    priority: 'urgent',
    fields: {},
    origin: { kind: 'api', integration_id: null, external_id: null, url: null },
    due_at: '2027-01-01T00:00:00.000Z',
    created_by: { kind: 'key', id: 'key_1:2' },
    created_at: '2026-01-01T00:00:00.001Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    completed_at: '2026-01-02T00:00:00.000Z',
  })
})

test('an origin keeps what it knows', () => {
  const origin = { integration_id: 'int_1', url: 'https://example.org/1' }
  assert.deepEqual(toTask({ ...row, origin_kind: 'integration', origin }).origin, {
    kind: 'integration',
    integration_id: 'int_1',
    external_id: null,
    url: 'https://example.org/1',
  })
})

test('priorities are ranks from 1, urgent first, and come back by their names', () => {
  const ranks = PRIORITIES.map(priorityRank)
  assert.deepEqual(ranks, [1, 2, 3, 4])
  assert.deepEqual(
    ranks.map((priority) => toTask({ ...row, priority }).priority),
    PRIORITIES,
  )
})
