import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '@task-service/contract'
import { toEntry } from './entry.ts'

const row = {
  id: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6',
  action: 'comment.created',
  actor: 'key:environment',
  subject_id: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7',
  request_id: 'r',
  changes: [],
  at: new Date('2026-01-01T00:00:00Z'),
}

test('an entry tells by its action what it is about', () => {
  assert.equal(toEntry(row).subject_id, 'tsk_019301a2b3c47d5e8f90a1b2c3d4e5f7')
  const about = toEntry({ ...row, action: 'webhook.tested' }).subject_id
  assert.equal(about, 'whk_019301a2b3c47d5e8f90a1b2c3d4e5f7')
  assert.deepEqual(toEntry(row).actor, { kind: 'key', id: 'environment' })
})

test('every action there is has a subject, and an unknown one is noticed', () => {
  for (const action of AUDIT_ACTIONS) {
    assert.ok(Object.hasOwn(AUDIT_SUBJECTS, action.split('.')[0] ?? ''), action)
  }
  assert.throws(() => toEntry({ ...row, action: 'unknown.action' }), /unknown\.action/)
})
