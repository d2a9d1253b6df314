// The progress of a task, derived from its activity.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@task-service/contract'
import { trackSteps } from './track-steps.ts'

const entry = (action: string, at: string): Activity => ({
  id: `aud_${at}`,
  action,
  actor: { kind: 'key', id: 'key_1' },
  request_id: 'r',
  changes: [],
  at,
})
const task = {
  status: 'in_progress' as const,
  origin: { kind: 'api' as const, integration_id: null, external_id: null, url: null },
  settled_at: null,
  created_at: '08:12',
  completed_at: null,
}
const summarize = (steps: ReturnType<typeof trackSteps>) =>
  steps.map(({ name, state, at }) => `${name} ${state} ${at ?? '-'}`)

test('a task in progress has started and is not completed yet', () => {
  assert.deepEqual(summarize(trackSteps(task, [entry('task.started', '08:14')])), [
    'created done 08:12',
    'started done 08:14',
    'completed current -',
  ])
})

test('without an origin it ends when it is completed', () => {
  const done = { ...task, status: 'completed' as const, completed_at: '09:00' }
  assert.deepEqual(summarize(trackSteps(done, [])), [
    'created done 08:12',
    'started done -',
    'completed done 09:00',
  ])
})

test('with an origin it ends when the origin confirms', () => {
  const origin = { ...task.origin, integration_id: 'int_1' }
  const done = { ...task, origin, status: 'completed' as const, completed_at: '09:00' }
  assert.deepEqual(summarize(trackSteps(done, [])).slice(2), [
    'completed done 09:00',
    'pushed current -',
    'confirmed ahead -',
  ])
  assert.equal(trackSteps({ ...done, settled_at: '09:05' }, []).at(-1)?.at, '09:05')
})

test('a failed task ends there, and reopening starts over', () => {
  const failed = { ...task, status: 'failed' as const }
  assert.deepEqual(summarize(trackSteps(failed, [entry('task.failed', '09:00')])), [
    'created done 08:12',
    'started done -',
    'failed done 09:00',
  ])
  const again = [entry('task.reopened', '10:00'), entry('task.started', '08:14')]
  const open = trackSteps({ ...task, status: 'ready' as const }, again)
  assert.deepEqual(summarize(open)[1], 'started current -')
})
