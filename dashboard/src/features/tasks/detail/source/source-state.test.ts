// What the source of a task says about its latest change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteBack } from '@task-service/contract'
import { sourceState } from './source-state.ts'

const task = { status: 'in_progress' as const, settled_at: null }
const link = { id: 'lnk_1', state: 'active' as const, state_reason: null, created_at: '08:00' }
const write = (state: WriteBack['state'], more: Partial<WriteBack> = {}) =>
  ({ id: 'wbk_1', link_id: 'lnk_1', state, ended_at: null, ...more }) as WriteBack // only what is read

const kindOf = (...given: Parameters<typeof sourceState>) => sourceState(...given).kind

test('the newest write-back of the link decides', () => {
  const confirmed = write('confirmed', { ended_at: '09:00' })
  assert.deepEqual(sourceState(task, link, [confirmed]), {
    kind: 'confirmed',
    at: '09:00',
    write: confirmed,
  })
  assert.equal(kindOf(task, link, [write('planned'), confirmed]), 'writing')
  assert.equal(kindOf(task, link, [write('sent'), confirmed]), 'writing')
  assert.equal(kindOf(task, link, [write('failed'), confirmed]), 'rejected')
  assert.equal(kindOf(task, link, [write('conflict'), confirmed]), 'conflict')
  assert.equal(kindOf(task, link, [write('awaiting_approval')]), 'awaiting_approval')
  assert.equal(kindOf(task, link, [write('superseded'), confirmed]), 'confirmed')
  assert.equal(kindOf(task, link, [write('failed', { link_id: 'lnk_2' })]), 'imported')
})

test('a completed task is written until its origin confirms it', () => {
  const completed = { status: 'completed' as const, settled_at: null }
  assert.equal(kindOf(completed, link, []), 'writing')
  const settled = sourceState({ ...completed, settled_at: '10:00' }, link, [])
  assert.deepEqual(settled, { kind: 'confirmed', at: '10:00' })
})

test('a link that is off says so first', () => {
  const frozen = { ...link, state: 'frozen' as const, state_reason: 'loop' }
  assert.deepEqual(sourceState(task, frozen, [write('failed')]), { kind: 'paused', reason: 'loop' })
  assert.equal(kindOf(task, { ...link, state: 'gone' }, []), 'gone')
  assert.equal(kindOf(task, { ...link, state: 'planned' }, []), 'writing')
})
