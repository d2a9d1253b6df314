// Deleting a task: what goes with it, what stays, and what is left to know of it.
import assert from 'node:assert/strict'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, transactionsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

type RemoveCase = Case<'tasks.remove'>

const takesAllOfIt: RemoveCase = async ({ client, call }) => {
  const task = await client.create({ labels: ['a'], source: 'crm', external_id: '1' })
  const params = { task: task.id }
  await client.call('comments.create', { params, body: { body: 'bye' } })
  const reply = await call({ params })
  assert.deepEqual([reply.status, reply.text, reply.headers['etag']], [204, '', undefined])
  for (const id of ['tasks.get', 'comments.list', 'tasks.activity', 'tasks.remove'] as const) {
    assert.equal((await client.call(id, { params })).status, 404)
  }
  const [left] = await inspect<{ count: number }>(
    `select (select count(*) from tasks where id = $1) + (select count(*) from comments where task_id = $1)
          + (select count(*) from task_labels where task_id = $1) as count`,
    [uuidOf(task.id)],
  )
  assert.equal(left?.count, 0)
  const next = await client.create({ source: 'crm', external_id: '1' })
  assert.equal(next.number, 2, 'its reference is free, its number is not given again')
}

const leavesLastState: RemoveCase = async ({ client, call }) => {
  const task = await client.create({ fields: { a: [null, 'x\u0000'] }, labels: ['l'] })
  const reply = await call({ params: { task: 'T-1' } })
  const [, event] = await eventsOf(task.id)
  const actor = `key:${task.created_by.id}`
  assert.deepEqual(event, { type: 'task.deleted', actor, data: task, previous: {}, changed: [] })
  const [, entry] = await auditOf(task.id)
  const request_id = reply.headers['x-request-id']
  assert.deepEqual(entry, { action: 'task.deleted', actor, request_id, changes: [] })
  const { events, entries } = await transactionsOf(task.id)
  assert.equal(events.length, 2)
  assert.deepEqual(events, entries)
}

const keepsSubtasks: RemoveCase = async ({ client, call }) => {
  const parent = await client.create()
  const children = [
    await client.create({ parent_id: parent.id }),
    await client.create({ parent_id: parent.id }),
  ]
  await call({ params: { task: parent.id } })
  for (const child of children) {
    assert.equal((await client.get(child.id)).parent_id, null)
  }
}

describeOperation('tasks.remove', {
  204: {
    'takes comments, labels and the reference along': takesAllOfIt,
    'leaves the last state in one event and one audit entry': leavesLastState,
    'leaves subtasks without a parent': keepsSubtasks,
    'goes ahead when If-Match is current, or any': async ({ client, call }) => {
      for (const match of ['"1"', '*']) {
        const { id } = await client.create()
        const reply = await call({ params: { task: id }, headers: { 'if-match': match } })
        assert.equal(reply.status, 204)
      }
    },
    'happens once when asked for many times at once': async ({ client, call }) => {
      const { id } = await client.create()
      const input = { params: { task: id } }
      const replies = await Promise.all(Array.from({ length: 8 }, () => call(input)))
      const gone = replies.filter((reply) => reply.status === 204)
      assert.deepEqual([gone.length, (await eventsOf(id)).length], [1, 2])
    },
  },
  400: {
    'rejects an undeclared parameter': async ({ client, call }) => {
      const { id } = await client.create()
      const { problem } = await call({ params: { task: id }, query: { force: 'true' } })
      assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
    },
    'refuses a body, which would mean nothing': async ({ client, call }) => {
      const { id } = await client.create()
      const { problem } = await call({ params: { task: id }, body: { reason: 'old' } })
      assert.equal(problem.code, 'invalid_request')
      assert.equal((await client.get(id)).version, 1)
    },
  },
  404: async ({ call }) => {
    const otherTenant = await newTenant()
    const stranger = await otherTenant.create()
    for (const task of [stranger.id, 'T-1']) {
      assert.equal((await call({ params: { task } })).problem.code, 'task_not_found')
    }
    assert.deepEqual(await otherTenant.get(stranger.id), stranger)
  },
  412: async ({ client, call }) => {
    const { id } = await client.create()
    const { problem } = await call({ params: { task: id }, headers: { 'if-match': '"2"' } })
    assert.equal(problem.code, 'version_mismatch')
    assert.equal((await eventsOf(id)).length, 1)
  },
})
