import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '@task-service/contract'
import { namesWanted, toEntry } from './entry.ts'

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
  const none = new Map()
  assert.equal(toEntry(row, none).subject_id, 'tsk_019301a2b3c47d5e8f90a1b2c3d4e5f7')
  const about = toEntry({ ...row, action: 'webhook.tested' }, none).subject_id
  assert.equal(about, 'whk_019301a2b3c47d5e8f90a1b2c3d4e5f7')
  assert.deepEqual(toEntry(row, none).actor, { kind: 'key', id: 'environment' })
})

test('every action there is has a subject, and an unknown one is noticed', () => {
  for (const action of AUDIT_ACTIONS) {
    assert.ok(Object.hasOwn(AUDIT_SUBJECTS, action.split('.')[0] ?? ''), action)
  }
  assert.throws(() => toEntry({ ...row, action: 'unknown.action' }, new Map()), /unknown\.action/)
})

test('an entry has the names that were found, and says which it needs', () => {
  const user = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f8'
  const byUser = { ...row, actor: `user:usr_${user.replaceAll('-', '')}` }
  assert.deepEqual(
    [...namesWanted([row, byUser])].map(([kind, ids]) => [kind, [...ids]]),
    [
      ['task', [row.subject_id]],
      ['user', [user]],
    ],
  )
  const names = new Map([
    [row.subject_id, { id: row.subject_id, name: 'First', number: 1 }],
    [user, { id: user, name: 'Ada', number: null }],
  ])
  const { subject, actor_name: actor } = toEntry(byUser, names)
  assert.deepEqual(subject, { name: 'First', task_number: 1 })
  assert.equal(actor, 'Ada')
  assert.equal(toEntry({ ...row, actor: 'agent:pick' }, names).actor_name, null)
  assert.equal(toEntry(row, new Map()).subject, null)
})
