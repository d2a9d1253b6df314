// Many creates and changes in one request: all or none by default, each on its own when asked.
import assert from 'node:assert/strict'
import { type BulkRequest, type Task, type TaskChange, undoItems } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import {
  auditOf,
  countHistory,
  eventsOf,
  transactionsOf,
} from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

type BulkCase = Case<'tasks.bulk'>
type Item = BulkRequest['items'][number]

const simple = async () => ({ body: { items: [{ create: { title: 'x' } }] } })
const bodies = bodyCases<'tasks.bulk'>(simple)
const idempotency = idempotencyCases('tasks.bulk', simple)

/** A bulk edit of tasks in several states, and its undo while another client edits one of them. */
const undoes: BulkCase = async ({ client, call }) => {
  const move = (task: string, to: string) =>
    client.call('tasks.transition', { params: { task }, body: { to } })
  const started = await client.create({
    assignee: 'ada',
    labels: ['a', 'b'],
    fields: { kept: 1, changed: { a: 1, b: 2 }, cleared: 'x' },
  })
  await move(started.id, 'in_progress')
  const triaged = await client.create({ status: 'triage', due_at: '2026-01-01T00:00:00Z' })
  const busy = await client.create()
  const before = await Promise.all([started, triaged, busy].map(({ id }) => client.get(id)))
  const fields = { changed: { b: null, c: 3 }, cleared: null, added: true }
  const changes: TaskChange = {
    status: 'canceled',
    assignee: 'bob',
    labels: [],
    due_at: null,
    fields,
  }
  const items: Item[] = before.map(({ id, version }) => ({
    update: { task: id, changes, version },
  }))
  const { body: edited } = await call({ body: { items } })
  await move(busy.id, 'ready')
  const undo = edited.results.flatMap(
    ({ task }, index) => undoItems(before[index] as Task, task as Task), // one result for each item
  )
  const { body } = await call({ body: { mode: 'best_effort', items: undo } })
  assert.deepEqual(
    body.results.map(({ status }) => status),
    [200, 200, 200, 200, 412],
  )
  for (const task of before.slice(0, 2)) {
    const { version, updated_at, ...restored } = await client.get(task.id)
    const { version: _, updated_at: __, ...earlier } = task
    assert.deepEqual(restored, earlier)
    assert.ok(version > task.version && updated_at >= task.updated_at)
  }
  assert.equal((await client.get(busy.id)).assignee, 'bob', 'changed by another client')
}

const nowhere = `tsk_${'0'.repeat(32)}`

async function countTasks(client: ApiClient): Promise<number> {
  return (await client.call('tasks.list', { query: { limit: 200 } })).body.data.length
}

const types = async (id: string) => (await eventsOf(id)).map((event) => event.type)

const createsMany: BulkCase = async ({ client, call }) => {
  const items = Array.from({ length: 500 }, (_, i) => ({
    create: { title: `task ${i}`, labels: [`l${i % 7}`], fields: { i } },
  }))
  const { body } = await call({ body: { items } })
  assert.deepEqual([body.applied, body.failed, body.results.length], [500, 0, 500])
  for (const [index, { status, task }] of body.results.entries()) {
    assert.deepEqual([status, task?.title, task?.number], [201, `task ${index}`, index + 1])
  }
  const last = body.results[499]?.task
  assert.ok(last)
  assert.deepEqual(await client.get('T-500'), last)
  const { body: page } = await client.call('tasks.list', { query: { label: 'l3', limit: 200 } })
  assert.equal(page.data.length, 71)
  const { events, entries } = await countHistory(client.tenant.id)
  const [event] = await eventsOf(last.id)
  assert.deepEqual(event?.data, last, 'the event of an item carries that item')
  assert.ok(events === 500 && entries >= 500, 'one event and one entry for each')
}

const changesMany: BulkCase = async ({ client, call }) => {
  const [a, b] = [await client.create(), await client.create()]
  const items: Item[] = [
    { update: { task: a.id, changes: { title: 'first' }, version: 1 } },
    { update: { task: 'T-2', changes: { status: 'completed' } } },
    { create: { title: 'new' } },
    { update: { task: a.id, changes: { title: 'second' }, version: 2 } },
    { update: { task: b.id, changes: { status: 'completed' } } },
  ]
  const { body } = await call({ body: { mode: 'atomic', items } })
  assert.deepEqual(
    body.results.map(({ status, task }) => [status, task?.title, task?.version]),
    [
      [200, 'first', 2],
      [200, 'A task', 2],
      [201, 'new', 1],
      [200, 'second', 3],
      [200, 'A task', 2],
    ],
  )
  assert.deepEqual([body.applied, body.failed], [5, 0])
  assert.deepEqual(await types(a.id), ['task.created', 'task.updated', 'task.updated'])
  assert.deepEqual(await types(b.id), ['task.created', 'task.completed'], 'nothing new, no event')
  assert.equal((await auditOf(a.id)).length, 3)
}

const eachOnItsOwn: BulkCase = async ({ client, call }) => {
  const stranger = await (await newTenant()).create()
  const existing = await client.create({ source: 'crm', external_id: '1' })
  const items: Item[] = [
    { create: { title: 'good', labels: ['x'] } },
    { create: { title: 'taken', source: 'crm', external_id: '1' } },
    { create: { title: 'orphan', parent_id: nowhere, labels: ['x'] } },
    { update: { task: stranger.id, changes: { title: 'mine now' } } },
    { update: { task: existing.id, changes: { status: 'failed' } } },
    { update: { task: existing.id, changes: { title: 'late' }, version: 7 } },
    { update: { task: existing.id, changes: { parent_id: existing.id } } },
    { update: { task: 'T-1', changes: { title: 'changed' }, version: 1 } },
    { create: { title: 'also good' } },
  ]
  const { body, headers } = await call({ body: { mode: 'best_effort', items } })
  assert.deepEqual(
    body.results.map(({ status, problem, task }) => [status, problem?.code ?? task?.title]),
    [
      [201, 'good'],
      [409, 'reference_taken'],
      [400, 'parent_invalid'],
      [404, 'task_not_found'],
      [409, 'transition_not_allowed'],
      [412, 'version_mismatch'],
      [400, 'parent_invalid'],
      [200, 'changed'],
      [201, 'also good'],
    ],
  )
  assert.deepEqual([body.applied, body.failed], [3, 6])
  assert.equal(body.results[1]?.problem?.existing_id, existing.id)
  assert.equal(body.results[1]?.problem?.request_id, headers['x-request-id'])
  const [good, last] = [body.results[0]?.task, body.results[8]?.task]
  assert.deepEqual([good?.number, last?.number], [2, 3], 'refused items take no number')
  assert.equal(await countTasks(client), 3)
  const { events, entries } = await transactionsOf(existing.id)
  assert.equal(events.length, 2, 'refused items leave no event')
  assert.deepEqual(events, entries)
}

const rename = (number: number): Item => ({
  update: { task: `T-${number}`, changes: { title: 'renamed' } },
})

/** A task number is unknown before it is assigned, but it can be guessed. */
const changesWhatItCreated: BulkCase = async ({ call }) => {
  for (const [mode, first] of [
    ['best_effort', 1],
    ['atomic', 3],
  ] as const) {
    const items: Item[] = [{ create: { title: 'x' } }, rename(first), { create: { title: 'y' } }]
    if (mode === 'best_effort') items.splice(2, 0, rename(first + 1))
    const { body } = await call({ body: { mode, items } })
    assert.deepEqual(
      body.results.map(({ status, task }) => [status, task?.number]),
      mode === 'atomic'
        ? [
            [201, 3],
            [200, 3],
            [201, 4],
          ]
        : [
            [201, 1],
            [200, 1],
            [404, undefined],
            [201, 2],
          ],
    )
  }
}

const createsUnderCreated: BulkCase = async ({ client, call }) => {
  for (const mode of ['best_effort', 'atomic'] as const) {
    const { number } = await client.create()
    const items: Item[] = [
      { create: { title: 'above' } },
      { create: { title: 'below', parent_id: `T-${number + 1}` } },
      { create: { title: 'beside', parent_id: `T-${number}` } },
    ]
    const { body } = await call({ body: { mode, items } })
    const [above, below, beside] = body.results.map(({ task }) => task)
    assert.deepEqual(
      [below?.parent_id, beside?.parent_id],
      [above?.id, (await client.get(`T-${number}`)).id],
    )
  }
}

const manyFailures: BulkCase = async ({ client, call }) => {
  const items = Array.from({ length: 500 }, (_, i) =>
    i % 2 ? { create: { title: 'x' } } : { update: { task: nowhere, changes: { title: 'x' } } },
  )
  const { body } = await call({ body: { mode: 'best_effort', items } })
  assert.deepEqual([body.applied, body.failed], [250, 250])
  assert.deepEqual(
    body.results.filter((result) => result.task).map((result) => result.task?.number),
    Array.from({ length: 250 }, (_, i) => i + 1),
  )
  assert.equal((await countHistory(client.tenant.id)).events, 250)
}

/** Each makes one item of three impossible: the middle one, which the answer must name. */
const badItems: Record<string, (existing: string) => Item> = {
  reference_taken: () => ({ create: { title: 'x', source: 'crm', external_id: '1' } }),
  parent_invalid: () => ({ create: { title: 'x', parent_id: nowhere } }),
  task_not_found: () => ({ update: { task: 'T-99', changes: { title: 'x' } } }),
  transition_not_allowed: (task) => ({ update: { task, changes: { status: 'failed' } } }),
  version_mismatch: (task) => ({ update: { task, changes: { title: 'x' }, version: 9 } }),
}

const noneOfThem: BulkCase = async ({ client, call }) => {
  const existing = await client.create({ source: 'crm', external_id: '1' })
  const before = await countHistory(client.tenant.id)
  for (const [code, bad] of Object.entries(badItems)) {
    const good = { create: { title: 'good', labels: ['x'] } }
    const { problem } = await call({ body: { items: [good, bad(existing.id), good] } })
    assert.equal(problem.code, 'bulk_not_applied')
    assert.deepEqual(
      problem.errors?.map((error) => [error.pointer, error.message.split(':')[0]]),
      [['/items/1', code]],
    )
    if (code === 'reference_taken') assert.equal(problem.existing_id, existing.id)
    if (code === 'transition_not_allowed') assert.equal(problem.allowed?.length, 4)
  }
  assert.equal(await countTasks(client), 1)
  assert.deepEqual(await countHistory(client.tenant.id), before, 'no event and no entry either')
  assert.equal((await client.create()).number, 2, 'and no number was used up')
}

const sameReferenceTwice: BulkCase = async ({ client, call }) => {
  const create = { title: 'x', source: 'crm', external_id: 'same' }
  const { problem } = await call({ body: { items: [{ create }, { create }] } })
  assert.deepEqual(
    problem.errors?.map((error) => error.pointer),
    ['/items/1'],
  )
  assert.equal(problem.existing_id, undefined, 'the task that held it was not kept')
  assert.equal(await countTasks(client), 0)
}

const faults: [body: unknown, pointer: string][] = [
  [{}, '/items'],
  [{ items: [] }, '/items'],
  [{ items: [{}] }, '/items/0'],
  [
    { items: [{ create: { title: 'x' }, update: { task: 'T-1', changes: { title: 'x' } } }] },
    '/items/0',
  ],
  [{ items: [{ create: { title: 'x' } }, { create: { title: '' } }] }, '/items/1/create/title'],
  [{ items: [{ delete: { task: 'T-1' } }] }, '/items/0/delete'],
  [{ items: [{ update: { task: '1', changes: { title: 'x' } } }] }, '/items/0/update/task'],
  [{ items: [{ update: { task: 'T-1', changes: {} } }] }, '/items/0/update/changes'],
  [
    { items: [{ update: { task: 'T-1', changes: { source: 's' } } }] },
    '/items/0/update/changes/source',
  ],
  [
    { items: [{ update: { task: 'T-1', changes: { title: 'x' }, version: 0 } }] },
    '/items/0/update/version',
  ],
  [{ mode: 'fast', items: [{ create: { title: 'x' } }] }, '/mode'],
]

describeOperation('tasks.bulk', {
  200: {
    'undoes its changes, except to tasks that changed since': undoes,
    'creates 500 in the order sent': createsMany,
    'mixes creates and changes, each seeing the ones before it': changesMany,
    'answers for each item on its own under best_effort': eachOnItsOwn,
    'changes a task that an earlier item created': changesWhatItCreated,
    'hangs a task under one that an earlier item created': createsUnderCreated,
    'keeps the good half of 500 under best_effort': manyFailures,
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...bodies.malformed,
    'refuses each wrong item and points at it': async ({ client, call }) => {
      for (const [body, pointer] of faults) {
        const { problem } = await call({ body })
        const pointers = new Set(problem.errors?.map((error) => error.pointer))
        assert.ok(pointers.has(pointer), `${JSON.stringify(body)}: ${[...pointers].join()}`)
      }
      assert.equal(await countTasks(client), 0)
    },
    'refuses 501 items': async ({ client, call }) => {
      const items = Array.from({ length: 501 }, () => ({ create: { title: 'x' } }))
      const { problem } = await call({ body: { items } })
      assert.deepEqual(
        problem.errors?.map((error) => error.pointer),
        ['/items'],
      )
      assert.equal(await countTasks(client), 0)
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: {
    'applies none when one cannot be, and names it': noneOfThem,
    'refuses two items with one reference': sameReferenceTwice,
    'tells that the first request is still running': idempotency.inFlight,
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
  422: idempotency.reused,
})
