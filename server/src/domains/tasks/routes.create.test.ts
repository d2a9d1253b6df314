// Creating a task: what is filled in, what comes back as it was sent, and what is refused.
import assert from 'node:assert/strict'
import type { Task } from '@task-service/contract'
import type { CallInput } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, transactionsOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

type CreateCase = Case<'tasks.create'>

const simple = async (): Promise<CallInput> => ({ body: { title: 'Water the plants' } })
const body = bodyCases<'tasks.create'>(simple)
const idempotency = idempotencyCases('tasks.create', simple)

const fillsDefaults: CreateCase = async ({ client, call }) => {
  const from = Date.now()
  const reply = await call({ body: { title: 'Water the plants' } })
  const task = reply.body
  const { id, created_by, created_at, ...rest } = task
  assert.match(id, /^tsk_[0-9a-f]{12}7[0-9a-f]{19}$/)
  assert.deepEqual(rest, {
    number: 1,
    title: 'Water the plants',
    description: '',
    status: 'ready',
    priority: 'normal',
    queue: 'default',
    labels: [],
    assignee: null,
    delegate: null,
    parent_id: null,
    due_at: null,
    not_before: null,
    input: null,
    result: null,
    fields: {},
    origin: { kind: 'api', integration_id: null, external_id: null, url: null },
    source: null,
    external_id: null,
    settled_at: null,
    version: 1,
    updated_at: created_at,
    completed_at: null,
  } satisfies Omit<Task, 'id' | 'created_by' | 'created_at'>)
  assert.equal(created_by.kind, 'key')
  assert.match(created_by.id, /^key_/)
  assert.ok(Date.parse(created_at) >= from - 1 && Date.parse(created_at) <= Date.now() + 5)
  assert.equal(reply.headers['location'], `/api/tasks/${id}`)
  assert.equal(reply.headers['etag'], '"1"')
  assert.deepEqual(await client.get(id), task, 'reading gives what creating answered')
}

const everyField = {
  title: 'Ünïcode \u{1f9ea} title',
  description: '# Markdown\n\nwith "quotes", \\ and \u2028',
  status: 'triage',
  priority: 'urgent',
  queue: 'night_shift-2',
  labels: ['red', 'with space', 'a,b', '"quoted"', '{brace}', 'NULL', '\\'],
  assignee: 'ada@example.org',
  delegate: 'agent 7',
  due_at: '2027-03-01T10:00:00.250+02:00',
  not_before: '2026-12-31T23:59:59Z',
  fairness_key: 'customer 7',
  blocked_by: [],
  output_schema: { type: 'object', properties: { total: { type: 'number' } } },
  input: { deep: [{ nothing: null, text: 'a\u0000b', big: 1e300 }], order: { z: 1, a: 2 } },
  result: ['list', 0, false, null],
  fields: { customer: 'ACME', 'odd "name"': { kept: null }, '': 1, constructor: 'mine' },
  source: 'crm',
  external_id: 'A/1?x=ü',
} as const

const returnsEveryField: CreateCase = async ({ client, call }) => {
  const created = await call({ body: everyField })
  const expected = {
    ...everyField,
    due_at: '2027-03-01T08:00:00.250Z',
    not_before: '2026-12-31T23:59:59.000Z',
  }
  for (const task of [created.body, await client.get(created.body.id)]) {
    const returned = Object.fromEntries(
      Object.keys(everyField).map((name) => [name, task[name as keyof Task]]),
    )
    assert.deepEqual(returned, expected)
  }
  const { text } = await client.call('tasks.get', { params: { task: created.body.id } })
  assert.ok(text.includes('"order":{"z":1,"a":2}'), 'free JSON keeps the order of its names')
  assert.ok(text.includes('a\\u0000b'), 'and what text columns could not hold')
}

const takesAnyJson: CreateCase = async ({ client, call }) => {
  for (const value of [null, true, 0, -1.5, '', 'text', [], {}, [null], { a: { b: [] } }]) {
    const { body: task } = await call({ body: { title: 'x', input: value, result: value } })
    const stored = await client.get(task.id)
    assert.deepEqual([stored.input, stored.result], [value, value])
  }
}

const takesTheLimits: CreateCase = async ({ client, call }) => {
  const longest = {
    title: '\u{1f600}'.repeat(500),
    description: 'd'.repeat(100_000),
    queue: 'q'.repeat(63),
    labels: Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(64, 'l')),
    assignee: 'a'.repeat(200),
    delegate: 'b'.repeat(200),
    fairness_key: 'f'.repeat(100),
    source: 's'.repeat(100),
    external_id: 'e'.repeat(300),
    fields: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field${i}`, i])),
    due_at: '9999-12-31T23:59:59.999Z',
    not_before: '0001-01-01T00:00:00Z',
  }
  const { body: task } = await call({ body: longest })
  assert.equal(task.title, longest.title)
  assert.deepEqual(task.labels, longest.labels)
  assert.deepEqual([task.due_at, task.not_before], [longest.due_at, '0001-01-01T00:00:00.000Z'])
  assert.deepEqual(await client.get(task.id), task)
}

const numbersAscend: CreateCase = async ({ client, call }) => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) => call({ body: { title: `task ${i}` } })),
  )
  const numbers = replies.map((reply) => reply.body.number).toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 12 }, (_, i) => i + 1),
  )
  const refused = await call({ body: { title: 'x', parent_id: `tsk_${'0'.repeat(32)}` } })
  assert.equal(refused.status, 400)
  assert.equal((await client.create()).number, 13, 'a refused create leaves no hole')
  assert.equal((await (await newTenant()).create()).number, 1, 'each tenant counts on its own')
}

const recordsOnce: CreateCase = async ({ call }) => {
  const { body: task, headers } = await call({ body: everyField })
  const actor = `key:${task.created_by.id}`
  const event = { type: 'task.created', actor, data: task, previous: {}, changed: [] }
  const request_id = headers['x-request-id']
  assert.deepEqual(await eventsOf(task.id), [event])
  assert.deepEqual(await auditOf(task.id), [
    { action: 'task.created', actor, request_id, changes: [] },
  ])
  const { events, entries } = await transactionsOf(task.id)
  assert.deepEqual(events, entries, 'in one transaction')
}

const subtask: CreateCase = async ({ client, call }) => {
  const parent = await client.create()
  for (const parent_id of [parent.id, `T-${parent.number}`, `t-${parent.number}`]) {
    const { body: task } = await call({ body: { title: 'part', parent_id } })
    assert.equal(task.parent_id, parent.id)
    assert.deepEqual(await client.get(task.id), task)
  }
}

const badParents: CreateCase = async ({ client, call }) => {
  const stranger = await (await newTenant()).create()
  const details = new Set<string>()
  for (const parent of [`tsk_${'0'.repeat(32)}`, stranger.id, `T-${stranger.number}`]) {
    const { problem } = await call({ body: { title: 'part', parent_id: parent } })
    assert.equal(problem.code, 'parent_invalid')
    details.add(JSON.stringify({ ...problem, request_id: '' }))
  }
  assert.equal(details.size, 1, 'a foreign parent is answered like a missing one')
  const { body: page } = await client.call('tasks.list')
  assert.deepEqual(page.data, [], 'and nothing was created')
}

/** Each with the place that is at fault. */
const faults: Record<string, [body: unknown, pointer: string]> = {
  'no body at all': [undefined, ''],
  'a body that is no object': [['title'], ''],
  'no title': [{}, '/title'],
  'an empty title': [{ title: '' }, '/title'],
  'a blank title': [{ title: ' \t\n' }, '/title'],
  'a title of 501 characters': [{ title: 'x'.repeat(501) }, '/title'],
  'a title with U+0000': [{ title: 'a\u0000b' }, '/title'],
  'a title that is no text': [{ title: 1 }, '/title'],
  'a title that is null': [{ title: null }, '/title'],
  'a description with U+0000': [{ title: 'x', description: '\u0000' }, '/description'],
  'a description that is too long': [
    { title: 'x', description: 'd'.repeat(100_001) },
    '/description',
  ],
  'a status that no task starts with': [{ title: 'x', status: 'in_progress' }, '/status'],
  'an unknown priority': [{ title: 'x', priority: 'highest' }, '/priority'],
  'a queue in capitals': [{ title: 'x', queue: 'Night' }, '/queue'],
  'the same label twice': [{ title: 'x', labels: ['a', 'a'] }, '/labels'],
  'an empty label': [{ title: 'x', labels: ['a', ''] }, '/labels/1'],
  '51 labels': [{ title: 'x', labels: Array.from({ length: 51 }, (_, i) => `${i}`) }, '/labels'],
  'something else in place of a parent': [{ title: 'x', parent_id: '142' }, '/parent_id'],
  'a day that does not exist': [{ title: 'x', due_at: '2026-02-30T00:00:00Z' }, '/due_at'],
  'a date without a time': [{ title: 'x', due_at: '2026-02-03' }, '/due_at'],
  'a time without a zone': [{ title: 'x', due_at: '2026-02-03T10:00:00' }, '/due_at'],
  'a leap second': [{ title: 'x', not_before: '2026-12-31T23:59:60Z' }, '/not_before'],
  'a fairness key of 101 characters': [
    { title: 'x', fairness_key: 'f'.repeat(101) },
    '/fairness_key',
  ],
  'a number in place of a blocker': [{ title: 'x', blocked_by: ['T-1'] }, '/blocked_by/0'],
  '21 blockers': [
    {
      title: 'x',
      blocked_by: Array.from({ length: 21 }, (_, i) => `tsk_${`${i}`.padStart(32, '0')}`),
    },
    '/blocked_by',
  ],
  'an output schema that is no object': [{ title: 'x', output_schema: null }, '/output_schema'],
  'fields that are no object': [{ title: 'x', fields: [] }, '/fields'],
  '101 fields': [
    { title: 'x', fields: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, i])) },
    '/fields',
  ],
  'a source without its id': [{ title: 'x', source: 'crm' }, '/external_id'],
  'an external id without its source': [{ title: 'x', external_id: '1' }, '/source'],
  'an origin, which is ours to say': [{ title: 'x', origin: { kind: 'api' } }, '/origin'],
}

const refusesFaults = Object.fromEntries(
  Object.entries(faults).map(([name, [sent, pointer]]): [string, CreateCase] => [
    `refuses ${name}, and says where`,
    async ({ call }) => {
      const { problem } = await call({ body: sent })
      assert.equal(problem.code, 'invalid_request')
      assert.deepEqual(
        problem.errors?.map((error) => [error.in, error.pointer]),
        [['body', pointer]],
      )
    },
  ]),
)

const namesAllowed: CreateCase = async ({ call }) => {
  const field = await call({ body: { title: 'x', titel: 'y' } })
  const allowed = field.problem.errors?.[0]?.allowed ?? []
  assert.ok(allowed.includes('title') && allowed.includes('fields') && !allowed.includes('id'))
  assert.match(
    field.problem.detail,
    /^Unknown field "titel"\. Did you mean "title"\? Allowed: .*title/,
  )
  const parameter = await call({ query: { dry_run: 'true' }, body: { title: 'x' } })
  assert.deepEqual(parameter.problem.errors, [
    {
      in: 'query',
      pointer: 'dry_run',
      code: 'unknown_parameter',
      message: 'unknown parameter "dry_run". This endpoint takes no query parameters',
      allowed: [],
    },
  ])
}

const badBlockers: CreateCase = async ({ client, call }) => {
  const stranger = await (await newTenant()).create()
  for (const id of [`tsk_${'0'.repeat(32)}`, stranger.id]) {
    const { problem } = await call({ body: { title: 'x', blocked_by: [id] } })
    assert.equal(problem.code, 'dependency_invalid')
    assert.equal(problem.detail, `\`blocked_by\` contains a task that does not exist: ${id}.`)
  }
  assert.deepEqual((await client.call('tasks.list')).body.data, [], 'nothing was created')
}

const badSchema: CreateCase = async ({ call }) => {
  const schema = { type: 'text' }
  const { problem } = await call({ body: { title: 'x', output_schema: schema } })
  assert.equal(problem.code, 'schema_invalid')
  assert.match(problem.detail, /^`output_schema`: /)
}

const takenReference: CreateCase = async ({ client, call }) => {
  const reference = { source: 'crm', external_id: '1' }
  const existing = await client.create(reference)
  const reply = await call({ body: { title: 'again', ...reference } })
  assert.deepEqual(
    [reply.problem.code, reply.problem.existing_id],
    ['reference_taken', existing.id],
  )
  assert.equal((await call({ body: { title: 'x', source: 'crm', external_id: '2' } })).status, 201)
  const otherTenant = await newTenant()
  assert.equal((await otherTenant.create(reference)).external_id, '1', 'tenants do not collide')
  assert.equal((await eventsOf(existing.id)).length, 1)
}

describeOperation('tasks.create', {
  201: {
    'fills in defaults when only a title is sent': fillsDefaults,
    'returns every field as it was sent': returnsEveryField,
    'keeps any JSON as input and result': takesAnyJson,
    'takes values at their limits': takesTheLimits,
    'numbers tasks of a tenant without holes': numbersAscend,
    'leaves one event and one audit entry in one transaction': recordsOnce,
    'hangs a subtask under its parent': subtask,
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...refusesFaults,
    ...body.malformed,
    'names the allowed fields and parameters when one is unknown': namesAllowed,
    'refuses a missing or foreign parent in the same words': badParents,
    'refuses to be blocked by a missing or foreign task in the same words': badBlockers,
    'refuses an output schema that cannot be used': badSchema,
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: {
    'names the task that holds the reference': takenReference,
    'tells that the first request is still running': idempotency.inFlight,
  },
  413: body.tooLarge,
  415: body.wrongType,
  422: idempotency.reused,
})
