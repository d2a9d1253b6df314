// Changing a task: a merge patch, under the version the caller read, with one event for each difference.
import assert from 'node:assert/strict'
import type { Task } from '@task-service/contract'
import type { CallInput } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, transactionsOf } from '../../../../tests/harness/history.ts'
import { bodyCases, type Prepare } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

type ChangeCase = Case<'tasks.change'>

const simple: Prepare<'tasks.change'> = async ({ client }): Promise<CallInput> => ({
  params: { task: (await client.create()).id },
  body: { title: 'changed' },
})
const bodies = bodyCases(simple)

/** Each field with a value, another one, and what clears it. */
const values: [field: keyof Task, value: unknown, other: unknown, cleared?: unknown][] = [
  ['title', 'one', 'two'],
  ['description', 'one', 'two', ''],
  ['priority', 'low', 'urgent', 'normal'],
  ['queue', 'night', 'day', 'default'],
  ['labels', ['a', 'b'], ['b', 'a'], []],
  ['assignee', 'ada', 'bob', null],
  ['delegate', 'agent', 'robot', null],
  ['due_at', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.001Z', null],
  ['not_before', '2027-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', null],
  [
    'checklist',
    [{ id: 'a', text: 'One', checked: false }],
    [
      { id: 'b', text: 'Two', checked: false },
      { id: 'a', text: 'One', checked: true },
    ],
    [],
  ],
  ['input', ['a'], 'text', null],
  ['result', 1, { done: true }, null],
]

const changesEachField: ChangeCase = async ({ client, call }) => {
  for (const [field, ...steps] of values) {
    const before = await client.create()
    const params = { task: before.id }
    for (const [index, value] of steps.entries()) {
      const { body: task, headers } = await call({ params, body: { [field]: value } })
      const { updated_at } = task
      assert.deepEqual(task, { ...before, [field]: value, version: index + 2, updated_at }, field)
      assert.equal(headers['etag'], `"${index + 2}"`)
      assert.deepEqual(await client.get(before.id), task)
    }
  }
}

const mergesFields: ChangeCase = async ({ client, call }) => {
  const start = { keep: 1, drop: 2, nested: { keep: [1, null], drop: true }, list: [1, 2] }
  const task = await client.create({ fields: start, input: start, result: start })
  const patch = {
    drop: null,
    nested: { drop: null, added: { a: null, b: 1 } },
    list: [3],
    new: 'x',
  }
  const merged = { keep: 1, nested: { keep: [1, null], added: { b: 1 } }, list: [3], new: 'x' }
  const { body: changed } = await call({
    params: { task: task.id },
    body: { fields: patch, input: patch, result: patch },
  })
  assert.deepEqual([changed.fields, changed.input, changed.result], [merged, merged, merged])
  assert.deepEqual(await client.get(task.id), changed)
}

const takesMergePatchType: ChangeCase = async ({ client, call }) => {
  const { id } = await client.create({ assignee: 'ada' })
  const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' }
  const { body: task } = await call({ params: { task: id }, headers, body: { assignee: null } })
  assert.equal(task.assignee, null)
}

const saysWhatChanged: ChangeCase = async ({ client, call }) => {
  const before = await client.create({ labels: ['a'], fields: { a: 1 } })
  const change = {
    title: 'new',
    labels: ['b'],
    fields: { b: 2 },
    assignee: 'ada',
    queue: 'default',
  }
  const reply = await call({ params: { task: 't-1' }, body: change })
  const changed = ['title', 'labels', 'assignee', 'fields'] as const
  const [, event] = await eventsOf(before.id)
  const [, entry] = await auditOf(before.id)
  const { title, labels, assignee, fields } = before
  assert.equal(event?.type, 'task.updated')
  assert.deepEqual(event.data, reply.body)
  assert.deepEqual(event.changed, changed)
  assert.deepEqual(event.previous, { title, labels, assignee, fields })
  assert.deepEqual(entry, {
    action: 'task.updated',
    actor: `key:${before.created_by.id}`,
    request_id: reply.headers['x-request-id'],
    changes: changed.map((field) => ({ field, from: before[field], to: reply.body[field] })),
  })
  const { events, entries } = await transactionsOf(before.id)
  assert.equal(events.length, 2)
  assert.deepEqual(events, entries)
}

const ignoresNothingNew: ChangeCase = async ({ client, call }) => {
  const before = await client.create({
    labels: ['a', 'b'],
    due_at: '2027-01-01T00:00:00Z',
    fields: { a: 1, b: { c: 2 } },
    input: [1, { x: null }],
  })
  const same = [
    { title: before.title },
    { status: 'ready', priority: 'normal', queue: 'default', description: '' },
    { labels: ['a', 'b'], due_at: '2027-01-01T01:00:00+01:00', assignee: null, parent_id: null },
    { fields: {} },
    { fields: { b: { c: 2 }, gone: null } },
    { input: [1, { x: null }], result: null },
  ]
  for (const change of same) {
    const reply = await call({ params: { task: before.id }, body: change })
    assert.deepEqual(reply.body, before)
    assert.equal(reply.headers['etag'], '"1"')
  }
  assert.equal((await eventsOf(before.id)).length, 1)
  assert.equal((await auditOf(before.id)).length, 1)
}

const appliesIfMatch: ChangeCase = async ({ client, call }) => {
  const { id } = await client.create()
  const change = (title: string, match: string) =>
    call({ params: { task: id }, headers: { 'if-match': match }, body: { title } })
  const first = await change('one', '"1"')
  assert.equal(first.headers['etag'], '"2"')
  assert.equal((await change('two', '"2"')).status, 200)
  assert.equal((await change('three', '*')).body.version, 4)
}

const movesStatus: ChangeCase = async ({ client, call }) => {
  const { id } = await client.create()
  const body = { status: 'completed', result: 'done', assignee: 'ada' }
  const { body: task } = await call({ params: { task: id }, body })
  assert.equal(task.completed_at, task.updated_at)
  const [, event] = await eventsOf(id)
  assert.equal(event?.type, 'task.completed')
  assert.deepEqual(event.changed, ['status', 'assignee', 'result', 'completed_at'])
}

const reparents: ChangeCase = async ({ client, call }) => {
  const [a, b, c] = [await client.create(), await client.create(), await client.create()]
  const move = async (task: Task, parent: Task | null) =>
    (await call({ params: { task: task.id }, body: { parent_id: parent && parent.id } })).body
  assert.equal((await move(b, a)).parent_id, a.id)
  assert.equal((await move(c, b)).parent_id, b.id)
  assert.equal((await move(c, a)).parent_id, a.id)
  assert.equal((await move(b, null)).parent_id, null)
  assert.equal((await move(a, b)).parent_id, b.id, 'what was above may go below')
  const numbered = { params: { task: c.id }, body: { parent_id: `T-${b.number}` } }
  const moved = (await call(numbered)).body
  assert.equal(moved.parent_id, b.id, 'a number will do')
  assert.deepEqual((await call(numbered)).body, moved, 'and is no change if it is the parent')
}

const badParents: ChangeCase = async ({ client, call }) => {
  const stranger = await (await newTenant()).create()
  const top = await client.create()
  const middle = await client.create({ parent_id: top.id })
  const bottom = await client.create({ parent_id: middle.id })
  const answers = new Set<string>()
  const nowhere = `tsk_${'0'.repeat(32)}`
  const numbers = ['T-99', `T-${top.number}`, `T-${bottom.number}`]
  for (const parent of [nowhere, stranger.id, top.id, middle.id, bottom.id, ...numbers]) {
    const { problem } = await call({ params: { task: top.id }, body: { parent_id: parent } })
    assert.equal(problem.code, 'parent_invalid')
    answers.add(JSON.stringify({ ...problem, request_id: '' }))
  }
  assert.equal(answers.size, 1, 'a foreign parent is answered like a missing one')
  assert.deepEqual(await client.get(top.id), top)
}

const racingParents: ChangeCase = async ({ client, call }) => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await client.create(), await client.create()]
    const replies = await Promise.all([
      call({ params: { task: a.id }, body: { parent_id: b.id } }),
      call({ params: { task: b.id }, body: { parent_id: a.id } }),
    ])
    const statuses = replies.map((reply) => reply.status).toSorted((x, y) => x - y)
    assert.deepEqual(statuses, [200, 400], 'one of two moves that make a circle is refused')
  }
}

const faults: [body: unknown, pointer: string][] = [
  [{}, ''],
  [[], ''],
  [null, ''],
  [{ title: null }, '/title'],
  [{ title: '' }, '/title'],
  [{ description: null }, '/description'],
  [{ status: 'done' }, '/status'],
  [{ priority: null }, '/priority'],
  [{ labels: null }, '/labels'],
  [{ checklist: null }, '/checklist'],
  [{ checklist: Array.from({ length: 101 }, () => ({ text: 'One too many' })) }, '/checklist'],
  [{ checklist: [{ text: '' }] }, '/checklist/0/text'],
  [{ checklist: [{ text: 'x'.repeat(501) }] }, '/checklist/0/text'],
  [{ checklist: [{ text: 'x', done: true }] }, '/checklist/0/done'],
  [{ checklist: [{ id: 'a b', text: 'x' }] }, '/checklist/0/id'],
  [{ labels: ['\u0000'] }, '/labels/0'],
  [{ assignee: '' }, '/assignee'],
  [{ fields: null }, '/fields'],
  [{ due_at: 'tomorrow' }, '/due_at'],
  [{ source: 'crm' }, '/source'],
  [{ external_id: '1' }, '/external_id'],
  [{ version: 2 }, '/version'],
  [{ 'a/b~c': 2 }, '/a~1b~0c'],
]

const refusesFaults: ChangeCase = async ({ client, call }) => {
  const { id } = await client.create()
  for (const [sent, pointer] of faults) {
    const { problem } = await call({ params: { task: id }, body: sent })
    assert.equal(problem.code, 'invalid_request')
    const places = new Set(problem.errors?.map((error) => `${error.in} ${error.pointer}`))
    assert.deepEqual([...places], [`body ${pointer}`], JSON.stringify(sent))
  }
  assert.equal((await client.get(id)).version, 1)
}

const boundsFields: ChangeCase = async ({ client, call }) => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]))
  const { id } = await client.create({ fields })
  const more = await call({ params: { task: id }, body: { fields: { one: 'more' } } })
  assert.deepEqual(
    more.problem.errors?.map((error) => error.pointer),
    ['/fields'],
  )
  const swap = await call({ params: { task: id }, body: { fields: { one: 'more', f0: null } } })
  assert.equal(Object.keys(swap.body.fields).length, 100)
}

const oneWinner: ChangeCase = async ({ client, call }) => {
  const { id } = await client.create()
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      call({ params: { task: id }, headers: { 'if-match': '"1"' }, body: { title: `by ${i}` } }),
    ),
  )
  const won = replies.filter((reply) => reply.status === 200)
  assert.deepEqual([won.length, (await client.get(id)).title], [1, won[0]?.body.title])
  assert.equal((await eventsOf(id)).length, 2)
}

describeOperation('tasks.change', {
  200: {
    'sets, replaces and clears each field': changesEachField,
    'merges fields, input and result by RFC 7396': mergesFields,
    'takes application/merge-patch+json': takesMergePatchType,
    'leaves one event and one entry that say what changed': saysWhatChanged,
    'writes nothing and keeps the version when nothing differs': ignoresNothingNew,
    'goes ahead when If-Match is current, or any': appliesIfMatch,
    'moves the status by the same table as transitions': movesStatus,
    'moves a task below another and back': reparents,
    'loses no change of two at once': async ({ client, call }) => {
      const { id } = await client.create()
      const names = Array.from({ length: 10 }, (_, i) => `f${i}`)
      await Promise.all(
        names.map((name) => call({ params: { task: id }, body: { fields: { [name]: 1 } } })),
      )
      const task = await client.get(id)
      assert.deepEqual(Object.keys(task.fields).toSorted(), names)
      assert.equal(task.version, 11)
    },
  },
  400: {
    ...bodies.malformed,
    'refuses each wrong field and points at it': refusesFaults,
    'bounds what merging adds up to': boundsFields,
    'refuses a parent that is missing, foreign, the task itself or below it': badParents,
    'refuses one of two concurrent moves that would make a circle': racingParents,
    'refuses a blocker that is missing, or the task itself': async ({ client, call }) => {
      const task = await client.create()
      for (const id of [`tsk_${'0'.repeat(32)}`, task.id]) {
        const { problem } = await call({ params: { task: task.id }, body: { blocked_by: [id] } })
        assert.equal(problem.code, 'dependency_invalid')
      }
      assert.deepEqual(await client.get(task.id), task)
    },
    'refuses an output schema that cannot be used': async ({ client, call }) => {
      const { id } = await client.create()
      const body = { output_schema: { $ref: 'https://example.com/schema.json' } }
      assert.equal((await call({ params: { task: id }, body })).problem.code, 'schema_invalid')
    },
    'refuses an If-Match it could not have sent': async ({ client, call }) => {
      const { id } = await client.create()
      for (const match of ['1', 'W/"1"', '"1", "2"', '"a"', '""']) {
        const headers = { 'if-match': match }
        const { problem } = await call({ params: { task: id }, headers, body: { title: 'x' } })
        assert.equal(problem.errors?.[0]?.pointer, 'if-match')
      }
    },
  },
  404: async ({ call }) => {
    const stranger = await (await newTenant()).create()
    for (const task of [stranger.id, 'T-1', `tsk_${'0'.repeat(32)}`]) {
      const { problem } = await call({ params: { task }, body: { title: 'x' } })
      assert.equal(problem.code, 'task_not_found')
    }
    assert.equal((await eventsOf(stranger.id)).length, 1)
  },
  409: async ({ client, call }) => {
    const { id } = await client.create()
    const change = { title: 'not saved either', status: 'failed' }
    const { problem } = await call({ params: { task: id }, body: change })
    assert.deepEqual(problem.allowed, ['triage', 'in_progress', 'completed', 'canceled'])
    assert.deepEqual((await client.get(id)).version, 1)
  },
  412: {
    'rejects a change to an outdated version': async ({ client, call }) => {
      const { id } = await client.create()
      const headers = { 'if-match': '"2"' }
      const reply = await call({ params: { task: id }, headers, body: { title: 'x' } })
      assert.match(reply.problem.detail, /version of the task is 1/)
      assert.equal((await eventsOf(id)).length, 1)
    },
    'refuses it also when nothing would change': async ({ client, call }) => {
      const { id, title } = await client.create()
      const headers = { 'if-match': '"9"' }
      const reply = await call({ params: { task: id }, headers, body: { title } })
      assert.equal(reply.problem.code, 'version_mismatch')
    },
    'lets one of many with the same version through': oneWinner,
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
})
