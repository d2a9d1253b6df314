import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printRun, toRun } from './run-document.ts'
import type { RunRow } from './store/live-runs.ts'

const row: RunRow = {
  id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e1a',
  task_id: '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0b',
  agent: 'bot',
  queue: 'default',
  attempt: 2,
  waited_ms: 1_500,
  state: 'parked',
  end_reason: null,
  lease_until: null,
  cancel_requested_at: null,
  progress: { percent: 5 },
  plan: null,
  error: null,
  handoff: null,
  approval_id: null,
  calls: 3,
  effects: 0,
  declared_tokens: 10,
  declared_cost: '0.25',
  working_ms: 2_400,
  created_at: new Date(0),
  heartbeat_at: new Date(1_000),
  ended_at: null,
}

test('a run is shown in seconds, without a lease while it is parked', () => {
  const run = toRun(row)
  assert.deepEqual(
    [run.waited_seconds, run.usage.seconds, run.usage.declared_cost, run.lease_expires_at],
    [1.5, 2, 0.25, null],
  )
  assert.deepEqual(JSON.parse(printRun(run)), run)
})
