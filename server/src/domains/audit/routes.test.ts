// The audit log: listed with every filter, walked to its end, and downloaded in both forms.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { AuditEntry } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import { approve, parkedRun } from '../../../../tests/harness/work/gated-run.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { WALK_ROWS } from './walk.ts'

/** A task that was created, renamed, commented on and completed, and a webhook. */
async function someHistory(client: ApiClient) {
  const task = await client.create({ title: 'First' })
  const params = { task: task.id }
  await client.call('tasks.change', { params, body: { title: 'Second' } })
  await client.call('comments.create', { params, body: { body: 'Well' } })
  await client.call('tasks.transition', { params, body: { to: 'completed' } })
  const webhook = await newWebhook(client)
  return { task: task.id, webhook: webhook.id }
}

const actionsOf = (entries: readonly AuditEntry[]) => entries.map(({ action }) => action)

/** Entries of another actor, written directly to the database. */
async function writeEntries(client: ApiClient, count: number, actor: string): Promise<string> {
  const subject = randomUUID()
  await inspect(
    `insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
     select $1, id, 'task.updated', $2, $3, 'test', '[]', now() from unnest($4::uuid[]) as given (id)`,
    [client.tenant.id, subject, actor, Array.from({ length: count }, () => uuidv7())],
  )
  return subject
}

describeOperation('audit.list', {
  200: {
    'tells who did what to which thing, newest first': async ({ client, call }) => {
      const { task, webhook } = await someHistory(client)
      const { data, next_cursor: next } = (await call()).body
      assert.equal(next, null)
      assert.deepEqual(
        data.map(({ action, subject_id: subject }) => [action, subject]),
        [
          ['webhook.created', webhook],
          ['task.completed', task],
          ['comment.created', task],
          ['task.updated', task],
          ['task.created', task],
          ...data.slice(5).map(({ action, subject_id: subject }) => [action, subject]),
        ],
      )
      assert.deepEqual(actionsOf(data.slice(5)), ['key.created', 'tenant.created'])
      const [, completed, , updated] = data
      assert.equal(completed?.actor.kind, 'key')
      assert.deepEqual(updated?.changes[0], { field: 'title', from: 'First', to: 'Second' })
      assert.match(updated?.request_id ?? '', /\S/)
      assert.deepEqual(await client.follow<AuditEntry>('/api/audit?limit=2'), data)
    },
    'tells what objects and actors are called now': async ({ client, call }) => {
      const { task, webhook } = await someHistory(client)
      const { data } = (await call()).body
      const of = (action: string) => data.find((entry) => entry.action === action)
      const { number } = (await client.call('tasks.get', { params: { task } })).body
      assert.deepEqual(of('task.created')?.subject, { name: 'Second', task_number: number })
      assert.equal(of('comment.created')?.subject?.task_number, number)
      const { url } = (await client.call('webhooks.get', { params: { webhook } })).body
      assert.equal(of('webhook.created')?.subject?.name, new URL(url).host, 'no path and no query')
      assert.match(of('key.created')?.subject?.name ?? '', /^….{4}$/)
      assert.match(of('task.created')?.actor_name ?? '', /^….{4}$/)
      assert.ok(of('tenant.created')?.subject?.name)
      assert.equal(of('tenant.created')?.actor_name, null)
      await client.call('tasks.remove', { params: { task } })
      const gone = (await call({ query: { subject_id: task } })).body.data
      assert.deepEqual(new Set(gone.map(({ subject }) => subject)), new Set([null]))
    },
    'finds a task by its number': async ({ client, call }) => {
      const { task } = await someHistory(client)
      const { number } = (await client.call('tasks.get', { params: { task } })).body
      for (const subject of [`T-${number}`, `t-${number}`]) {
        assert.equal((await call({ query: { subject_id: subject } })).body.data.length, 4)
      }
      const none = (await call({ query: { subject_id: 'T-999999' } })).body
      assert.deepEqual([none.data, none.next_cursor], [[], null])
      assert.equal((await call({ query: { subject_id: 'T-0' } })).status, 400)
    },
    'filters by actor, action, subject and time': async ({ client, call }) => {
      const { task, webhook } = await someHistory(client)
      await writeEntries(client, 2, 'user:=cmd')
      const find = async (query: Record<string, string | string[]>) =>
        actionsOf((await call({ query })).body.data)
      assert.deepEqual(await find({ actor_kind: 'user' }), ['task.updated', 'task.updated'])
      assert.equal((await find({ actor_id: '=cmd' })).length, 2)
      assert.equal((await find({ actor_kind: 'key', actor_id: '=cmd' })).length, 0)
      assert.equal((await find({ actor_id: 'cmd' })).length, 0, 'the whole id, not a part of it')
      assert.deepEqual(await find({ action: ['task.created', 'comment.created'] }), [
        'comment.created',
        'task.created',
      ])
      assert.deepEqual(await find({ subject_id: webhook }), ['webhook.created'])
      assert.equal((await find({ subject_id: task })).length, 4)
      assert.deepEqual(await find({ subject_id: task, action: 'task.created' }), ['task.created'])
      const { data } = (await call({ query: { subject_id: task } })).body
      const at = data[1]?.at ?? ''
      assert.equal((await find({ since: at, subject_id: task })).length >= 2, true)
      assert.equal((await find({ until: at, subject_id: task })).length <= 2, true)
      assert.deepEqual(await find({ since: '2200-01-01T00:00:00Z' }), [])
      assert.deepEqual(await find({ until: '1999-01-01T00:00:00Z' }), [])
    },
    'filters by the agent that caused effects, not by who decided': async ({ client, call }) => {
      const { approval } = await parkedRun(client)
      await approve(client, approval)
      const find = async (query: Record<string, string>) => (await call({ query })).body.data
      const found = await find({ effects_of: approval.agent })
      assert.deepEqual(actionsOf(found), ['approval.approved', 'approval.requested'])
      assert.ok(found.every(({ subject_id: subject }) => subject === approval.task_id))
      assert.equal((await find({ effects_of: approval.agent, actor_kind: 'user' })).length, 0)
      assert.deepEqual(await find({ effects_of: 'another-agent' }), [])
    },
    'continues after a window without matches, until the end': async ({ client, call }) => {
      const { task } = await someHistory(client)
      await writeEntries(client, WALK_ROWS, 'system:load')
      const query = { action: 'task.created' }
      const first = (await call({ query })).body
      assert.deepEqual(first.data, [])
      assert.ok(first.next_cursor, 'there is more to look through')
      const second = (await call({ query: { ...query, cursor: first.next_cursor } })).body
      assert.deepEqual(actionsOf(second.data), ['task.created'])
      assert.equal(second.next_cursor, null)
      assert.equal((await call({ query: { subject_id: task } })).body.data.length, 4)
    },
    'shows nothing of another tenant': async ({ client, call }) => {
      const { task } = await someHistory(await newTenant())
      assert.deepEqual((await call({ query: { subject_id: task } })).body.data, [])
      assert.deepEqual(actionsOf((await call()).body.data), ['key.created', 'tenant.created'])
      assert.ok(client)
    },
  },
  400: {
    'names an unknown filter': async ({ call }) => {
      const { problem } = await call({ query: { who: 'me' } })
      assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
    },
    'refuses a cursor of another list and of other filters': async ({ client, call }) => {
      await someHistory(client)
      const { next_cursor: cursor } = (await call({ query: { limit: 1 } })).body
      assert.ok(cursor)
      const other = await call({ query: { limit: 1, cursor, actor_kind: 'key' } })
      assert.equal(other.problem.code, 'invalid_cursor')
    },
  },
})

describeOperation('audit.export', {
  200: {
    'is a file of comma-separated values': async ({ client, call }) => {
      const { task } = await someHistory(client)
      await writeEntries(client, 1, 'user:=HYPERLINK("http://x")')
      const reply = await call()
      const lines = reply.text.trimEnd().split('\r\n')
      assert.equal(
        lines[0],
        'at,action,actor_kind,actor_id,subject_id,changes,request_id,id,actor_name,subject_name,task_number',
      )
      assert.equal(lines.length, 1 + 8)
      assert.match(lines[1] ?? '', /,user,"'=HYPERLINK\(""http:\/\/x""\)",/)
      const updated = lines.find((line) => line.includes('First')) ?? ''
      assert.ok(updated.includes('"[{""field"":""title"",""from"":""First"",""to"":""Second""}]"'))
      assert.ok(updated.includes(task))
      assert.equal(
        reply.headers['content-disposition'],
        `attachment; filename="${client.tenant.slug}-audit.csv"`,
      )
    },
    'is a line of JSON for each entry, with the same filters as the list': async ({
      client,
      call,
    }) => {
      const { task } = await someHistory(client)
      const query = { subject_id: task, action: 'task.updated' }
      const reply = await call({ query: { ...query, format: 'ndjson' } })
      const entries = reply.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as AuditEntry)
      assert.deepEqual(entries, (await client.call('audit.list', { query })).body.data)
      assert.equal(entries.length, 1)
      const none = await call({ query: { format: 'ndjson', actor_id: 'unknown' } })
      assert.equal(none.text, '')
    },
    'has every entry once, however many pages that takes': async ({ client, call }) => {
      await writeEntries(client, 1_203, 'system:load')
      const { text } = await call({ query: { format: 'ndjson', actor_kind: 'system' } })
      const ids = text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as AuditEntry).id)
      assert.equal(ids.length, 1_203 + 2)
      assert.equal(new Set(ids).size, ids.length)
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { format: 'xlsx' } })
    assert.equal(problem.errors?.[0]?.pointer, 'format')
  },
})

test('HEAD of a download reads nothing', async () => {
  const client = await newTenant()
  const { status, text } = await client.head('/api/audit/export')
  assert.deepEqual([status, text], [200, ''])
})

test('the prefix of a subject ID is that of its kind', async () => {
  const client = await newTenant()
  const { task } = await someHistory(client)
  const { data } = (await client.call('audit.list')).body
  assert.deepEqual([...new Set(data.map(({ subject_id: id }) => id.slice(0, 4)))].toSorted(), [
    'key_',
    'ten_',
    'tsk_',
    'whk_',
  ])
  const tenant = data.find(({ action }) => action === 'tenant.created')
  assert.equal(uuidOf(tenant?.subject_id ?? ''), client.tenant.id)
  assert.ok(task)
})
