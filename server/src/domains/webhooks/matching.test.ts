import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoggedEvent } from '#events/logged-event.ts'
import { matching, type StoredSubscription } from './matching.ts'

const taskId = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
const event: LoggedEvent = {
  tenant_id: 't',
  xid: '1',
  id: 'e',
  type: 'task.created',
  subject_id: taskId,
  actor: 'key:key_1',
  changed: [],
  occurred_at: new Date(),
  bytes: 2,
}
const subscription: StoredSubscription = {
  tenant_id: 't',
  id: 'w',
  event_types: [],
  filter: {},
  ordering: 'none',
}

describe('how the dispatcher asks webhooks', () => {
  it('lets filters see the content, and asks for it only then', () => {
    const urgent = { ...subscription, filter: { 'data.priority': ['urgent'] } }
    assert.equal(matching.needsContent(subscription), false)
    assert.equal(matching.needsContent(urgent), true)
    assert.equal(matching.wants(urgent, { ...event, data: { priority: 'urgent' } }), true)
    assert.equal(matching.wants(urgent, { ...event, data: { priority: 'low' } }), false)
    assert.equal(matching.wants(subscription, event), true)
  })

  it('keeps tests to the webhook they are for', () => {
    assert.equal(matching.wants(subscription, { ...event, type: 'webhook.test' }), false)
  })

  it('counts a comment to its task', () => {
    const comment = { ...event, type: 'comment.created', subject_id: 'c' }
    const data = { task_id: `tsk_${taskId.replaceAll('-', '')}` }
    assert.equal(matching.taskOf({ ...comment, data }), taskId)
    assert.equal(matching.taskOf(comment), 'c')
    assert.equal(matching.taskOf(event), taskId)
  })
})
