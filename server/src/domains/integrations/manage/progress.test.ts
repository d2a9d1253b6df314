// What is shown of a sync run in progress.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SyncRun } from '@task-service/contract'
import { describeLast, describeNow } from './progress.ts'

const run: SyncRun = {
  id: 'syn_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  integration_id: 'int_019301a2b3c47d5e8f90a1b2c3d4e5f6',
  kind: 'pull',
  cause: 'schedule',
  state: 'running',
  started_at: '2026-11-15T10:00:00.000Z',
  heartbeat_at: '2026-11-15T10:01:59.000Z',
  ended_at: null,
  read: 100,
  created: 60,
  changed: 40,
  removed: 0,
  failed: 0,
  total: 250,
  error: null,
  log: [],
}
const now = new Date('2026-11-15T10:02:00Z')

test('rate and time left of a run', () => {
  const told = describeNow(run, null, now)
  assert.deepEqual([told?.state, told?.rate_per_minute, told?.eta_seconds], ['running', 50, 180])
  assert.equal(describeNow({ ...run, total: null }, null, now)?.eta_seconds, null)
  assert.equal(describeNow({ ...run, read: 3 }, null, now)?.rate_per_minute, null)
})

test('a run without a sign of life has no rate', () => {
  const told = describeNow({ ...run, state: 'stalled' }, null, now)
  assert.deepEqual([told?.state, told?.rate_per_minute, told?.eta_seconds], ['stalled', null, null])
})

test('waiting for the next try, or doing nothing', () => {
  const later = new Date('2026-11-15T10:05:00Z')
  assert.equal(describeNow(null, later, now)?.waiting_until, '2026-11-15T10:05:00.000Z')
  assert.equal(describeNow(null, now, now), null)
  assert.equal(describeNow(null, null, now), null)
})

test('only a run that has ended has a result', () => {
  assert.equal(describeLast(run), null)
  assert.equal(describeLast(null), null)
  const ended = { ...run, state: 'failed' as const, ended_at: '2026-11-15T10:02:00.000Z' }
  assert.deepEqual([describeLast(ended)?.state, describeLast(ended)?.read], ['failed', 100])
})
