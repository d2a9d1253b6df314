// The way of a task, told from what happened to it.
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
const told = (steps: ReturnType<typeof trackSteps>) =>
  steps.map(({ name, state, at }) => `${name} ${state} ${at ?? '-'}`)

test('a task in progress is claimed and waits for its outcome', () => {
  assert.deepEqual(told(trackSteps(task, [entry('task.started', '08:14')])), [
    'arrived done 08:12',
    'claimed done 08:14',
    'outcome current -',
    'settled ahead -',
  ])
})

test('without an origin it is settled when it is completed', () => {
  const done = { ...task, status: 'completed' as const, completed_at: '09:00' }
  assert.deepEqual(told(trackSteps(done, [])), [
    'arrived done 08:12',
    'claimed done -',
    'outcome done 09:00',
    'settled done 09:00',
  ])
})

test('with an origin it is settled when that confirms', () => {
  const origin = { ...task.origin, integration_id: 'int_1' }
  const done = { ...task, origin, status: 'completed' as const, completed_at: '09:00' }
  assert.deepEqual(told(trackSteps(done, [])).slice(2), [
    'outcome done 09:00',
    'written_back current -',
    'settled ahead -',
  ])
  assert.equal(trackSteps({ ...done, settled_at: '09:05' }, []).at(-1)?.at, '09:05')
})

test('what failed ends there, and after reopening a new round begins', () => {
  const failed = { ...task, status: 'failed' as const }
  assert.deepEqual(told(trackSteps(failed, [entry('task.failed', '09:00')])), [
    'arrived done 08:12',
    'claimed done -',
    'failed done 09:00',
  ])
  const again = [entry('task.reopened', '10:00'), entry('task.started', '08:14')]
  const open = trackSteps({ ...task, status: 'ready' as const }, again)
  assert.deepEqual(told(open)[1], 'claimed current -')
})
