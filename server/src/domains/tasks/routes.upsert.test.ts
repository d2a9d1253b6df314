// Writing by external reference: created the first time, changed afterwards, never twice.
import assert from 'node:assert/strict'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import {
  auditOf,
  countHistory,
  eventsOf,
  transactionsOf,
} from '../../../../tests/harness/history.ts'
import { bodyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

type UpsertCase = Case<'tasks.upsert'>

const params = { source: 'crm', external_id: 'A-1' }
const bodies = bodyCases<'tasks.upsert'>(async () => ({ params, body: { title: 'x' } }))

const createsOnce: UpsertCase = async ({ client, call }) => {
  const input = {
    title: 'From the CRM',
    labels: ['sync'],
    fields: { amount: 3 },
    priority: 'high',
    due_at: '2027-01-01T00:00:00Z',
  }
  const first = await call({ params, body: input })
  const task = first.body
  assert.deepEqual([first.status, first.headers['etag']], [201, '"1"'])
  assert.equal(first.headers['location'], `/api/tasks/${task.id}`)
  assert.deepEqual([task.source, task.external_id, task.status], ['crm', 'A-1', 'ready'])
  const again = await call({ params, body: input })
  assert.deepEqual([again.status, again.body], [200, task], 'the same again changes nothing')
  assert.deepEqual(await client.get(task.id), task)
  const types = (await eventsOf(task.id)).map((event) => event.type)
  assert.deepEqual(types, ['task.created'])
}

const hangsUnderNumber: UpsertCase = async ({ client, call }) => {
  const [first, second] = [await client.create(), await client.create()]
  for (const { id, number } of [first, second]) {
    const reply = await call({ params, body: { title: 'x', parent_id: `T-${number}` } })
    assert.equal(reply.body.parent_id, id)
  }
  const { problem } = await call({ params, body: { title: 'x', parent_id: 'T-99' } })
  assert.equal(problem.code, 'parent_invalid')
}

const keepsRepeating: UpsertCase = async ({ call }) => {
  const body = {
    title: 'x',
    fields: { a: null, b: { c: null } },
    input: { d: null },
    result: [null],
  }
  const first = await call({ params, body })
  const second = await call({ params, body })
  assert.equal(first.status, 201)
  assert.deepEqual(second.body, first.body, 'nulls that clear have nothing to clear in a new task')
}

const takesOddReferences: UpsertCase = async ({ call }) => {
  for (const external_id of ['a/b', 'ü?#&%', '...', ' ', 'T-1', '\u{1f600}'.repeat(300), '%2F']) {
    const reply = await call({ params: { source: 'a b/c', external_id }, body: { title: 'x' } })
    assert.equal(reply.status, 201)
    assert.deepEqual([reply.body.source, reply.body.external_id], ['a b/c', external_id])
  }
}

const startsAnywhereAllowed: UpsertCase = async ({ call }) => {
  const triage = await call({ params, body: { title: 'x', status: 'triage' } })
  assert.deepEqual([triage.body.status, triage.body.version], ['triage', 1])
  const other = { ...params, external_id: 'A-2' }
  const done = await call({ params: other, body: { title: 'x', status: 'completed' } })
  assert.equal(done.status, 201)
  assert.equal(done.body.status, 'completed')
  const types = (await eventsOf(done.body.id)).map((event) => event.type)
  assert.deepEqual(types, ['task.created', 'task.completed'], 'created, then moved')
  assert.equal((await auditOf(done.body.id)).length, 2)
}

const oneOfMany: UpsertCase = async ({ client, call }) => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => call({ params, body: { title: `writer ${i}` } })),
  )
  const created = replies.filter((reply) => reply.status === 201)
  assert.deepEqual([created.length, replies.length], [1, 20])
  const ids = new Set(replies.map((reply) => reply.body.id))
  assert.equal(ids.size, 1)
  const { body: page } = await client.call('tasks.list')
  const [task] = page.data
  assert.deepEqual([page.data.length, task?.number, task?.version], [1, 1, 20])
  const [id = ''] = ids
  const types = (await eventsOf(id)).map((event) => event.type)
  assert.deepEqual(types, ['task.created', ...Array.from({ length: 19 }, () => 'task.updated')])
  const { events, entries } = await transactionsOf(id)
  assert.deepEqual(events, entries)
}

const changes: UpsertCase = async ({ client, call }) => {
  const before = await client.create({ ...params, fields: { kept: 1, gone: 2 }, assignee: 'ada' })
  const body = { title: 'new', status: 'in_progress', fields: { gone: null }, labels: ['l'] }
  const reply = await call({ params, body })
  const { updated_at } = reply.body
  assert.deepEqual([reply.status, reply.headers['location']], [200, undefined])
  assert.deepEqual(reply.body, {
    ...before,
    title: 'new',
    status: 'in_progress',
    labels: ['l'],
    fields: { kept: 1 },
    version: 2,
    updated_at,
  })
  assert.equal((await eventsOf(before.id)).at(-1)?.type, 'task.started')
}

const matchesNothing: UpsertCase = async ({ client, call }) => {
  for (const match of ['"1"', '*']) {
    const headers = { 'if-match': match }
    const { problem } = await call({ params, headers, body: { title: 'x' } })
    assert.equal(problem.code, 'version_mismatch')
    assert.match(problem.detail, /No task has this reference/)
  }
  assert.deepEqual((await client.call('tasks.list')).body.data, [])
}

describeOperation('tasks.upsert', {
  200: {
    'changes what is given and keeps the rest': changes,
    'does not see the reference of another tenant': async ({ client, call }) => {
      const otherTenant = await newTenant()
      const theirs = await otherTenant.create(params)
      assert.equal((await call({ params, body: { title: 'mine' } })).status, 201)
      assert.equal((await call({ params, body: { title: 'mine' } })).status, 200)
      assert.deepEqual(await otherTenant.get(theirs.id), theirs)
      assert.equal((await client.call('tasks.list')).body.data.length, 1)
    },
    'goes ahead when If-Match is current, or any': async ({ call }) => {
      await call({ params, body: { title: 'x' } })
      for (const [index, match] of ['"1"', '*'].entries()) {
        const body = { title: `title ${index}` }
        assert.equal((await call({ params, headers: { 'if-match': match }, body })).status, 200)
      }
    },
    'settles a race of 20 on one task': oneOfMany,
  },
  201: {
    'creates the task once': createsOnce,
    'takes the number of a parent, whether it creates or changes': hangsUnderNumber,
    'is the same however often it is repeated, nulls included': keepsRepeating,
    'takes any text as a reference': takesOddReferences,
    'starts in triage, or moves on at once': startsAnywhereAllowed,
  },
  400: {
    ...bodies.malformed,
    'refuses what a create refuses': async ({ call }) => {
      for (const [body, pointer] of [
        [{}, '/title'],
        [{ title: 'x', source: 'crm' }, '/source'],
        [{ title: 'x', fields: null }, '/fields'],
        [{ title: 'x', parent: 'T-1' }, '/parent'],
      ] as const) {
        const { problem } = await call({ params, body })
        assert.equal(problem.errors?.[0]?.pointer, pointer)
      }
    },
    'refuses a reference that is too long or cannot be stored': async ({ call }) => {
      for (const bad of [
        { ...params, source: 's'.repeat(101) },
        { ...params, external_id: 'e'.repeat(301) },
        { ...params, external_id: 'a\u0000' },
      ]) {
        const { problem } = await call({ params: bad, body: { title: 'x' } })
        assert.equal(problem.errors?.[0]?.in, 'path')
      }
    },
    'refuses a parent that cannot be, whether it creates or changes': async ({ client, call }) => {
      const body = { title: 'x', parent_id: `tsk_${'0'.repeat(32)}` }
      assert.equal((await call({ params, body })).problem.code, 'parent_invalid')
      const { id } = await client.create(params)
      assert.equal((await call({ params, body })).problem.code, 'parent_invalid')
      const self = { title: 'x', parent_id: id }
      assert.equal((await call({ params, body: self })).problem.code, 'parent_invalid')
    },
    'refuses a blocker or a schema, whether it creates or changes': async ({ client, call }) => {
      const blocked = { title: 'x', blocked_by: [`tsk_${'0'.repeat(32)}`] }
      const schema = { title: 'x', output_schema: { minimum: 'none' } }
      const codes = async () => [
        (await call({ params, body: blocked })).problem.code,
        (await call({ params, body: schema })).problem.code,
      ]
      assert.deepEqual(await codes(), ['dependency_invalid', 'schema_invalid'])
      await client.create(params)
      assert.deepEqual(await codes(), ['dependency_invalid', 'schema_invalid'])
    },
  },
  409: async ({ client, call }) => {
    const before = await countHistory(client.tenant.id)
    const created = await call({ params, body: { title: 'x', status: 'failed' } })
    assert.equal(created.problem.code, 'transition_not_allowed')
    assert.deepEqual((await client.call('tasks.list')).body.data, [], 'nothing was created')
    assert.deepEqual(await countHistory(client.tenant.id), before)
    await call({ params, body: { title: 'x' } })
    const changed = await call({ params, body: { title: 'y', status: 'in_review' } })
    assert.deepEqual(changed.problem.allowed, ['triage', 'in_progress', 'completed', 'canceled'])
  },
  412: {
    'refuses to create what the caller expected to exist': matchesNothing,
    'refuses a change to another version': async ({ client, call }) => {
      await client.create(params)
      const headers = { 'if-match': '"2"' }
      const { problem } = await call({ params, headers, body: { title: 'x' } })
      assert.equal(problem.code, 'version_mismatch')
    },
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
})
