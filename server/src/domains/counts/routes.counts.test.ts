// Counting tasks: exact up to the bound, honest beyond it, and by the same filters as the list.
import assert from 'node:assert/strict'
import type { TaskCounts, TaskCreate } from '@task-service/contract'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

type CountCase = Case<'tasks.counts'>
type Query = NonNullable<CallInput['query']>

async function createAll(client: ApiClient, tasks: readonly Partial<TaskCreate>[]): Promise<void> {
  const items = tasks.map((task) => ({ create: { title: 'A task', ...task } }))
  await client.call('tasks.bulk', { body: { items } })
}

async function counts(client: ApiClient, query: Query = {}): Promise<TaskCounts> {
  return (await client.call('tasks.counts', { query })).body
}

/** `name: count`, with a `+` behind what is a lower bound; groups of none are left out. */
async function groups(client: ApiClient, query: Query): Promise<string[]> {
  const { groups: found } = await counts(client, query)
  return found
    .filter(({ count }) => count > 0)
    .map(({ value, count, is_at_least: more }) => `${value}: ${count}${more ? '+' : ''}`)
}

async function total(client: ApiClient, query: Query): Promise<string> {
  const { total: number, total_is_at_least: more } = await counts(client, query)
  return `${number}${more ? '+' : ''}`
}

const stock: Partial<TaskCreate>[] = [
  { status: 'triage', priority: 'urgent', assignee: 'ada', labels: ['red', 'big'], queue: 'night' },
  { status: 'triage', priority: 'low', assignee: 'ada', labels: ['red'], queue: 'night' },
  { assignee: 'bob', labels: ['red'], description: 'an invoice', delegate: 'coder' },
  { title: 'Invoice', queue: 'night' },
  { due_at: '2026-01-01T00:00:00Z' },
]

const byEachGroup: CountCase = async ({ client }) => {
  await createAll(client, stock)
  const expected: [grouping: string, groups: string[]][] = [
    ['status', ['triage: 2', 'ready: 3']],
    ['priority', ['urgent: 1', 'normal: 3', 'low: 1']],
    ['assignee', ['ada: 2', 'null: 2', 'bob: 1']],
    ['delegate', ['null: 4', 'coder: 1']],
    ['queue', ['night: 3', 'default: 2']],
    ['label', ['red: 3', 'big: 1']],
  ]
  // With a filter that all tasks meet another way of counting is taken; the answer is the same.
  for (const filter of [{}, { created_since: '2020-01-01T00:00:00Z' }]) {
    for (const [grouping, wanted] of expected) {
      const query = { group_by: grouping, ...filter }
      assert.deepEqual((await groups(client, query)).toSorted(), wanted.toSorted(), grouping)
      assert.equal(await total(client, query), '5', grouping)
    }
  }
}

const listsEveryKnownValue: CountCase = async ({ client }) => {
  const empty = await counts(client, { group_by: 'priority' })
  assert.deepEqual(
    empty.groups.map(({ value, count }) => [value, count]),
    [
      ['urgent', 0],
      ['high', 0],
      ['normal', 0],
      ['low', 0],
    ],
  )
  assert.equal((await counts(client, { group_by: 'status', queue: 'none' })).groups.length, 8)
  assert.deepEqual(await counts(client), {
    total: 0,
    total_is_at_least: false,
    groups: [],
    has_more: false,
  })
}

const filtered: CountCase = async ({ client }) => {
  await createAll(client, stock)
  const parent = await client.create({ title: 'Parent' })
  await client.create({ title: 'Child', parent_id: parent.id })
  const expected: [query: Query, total: string][] = [
    [{ status: 'triage' }, '2'],
    [{ status: ['triage', 'ready'], priority: 'low' }, '1'],
    [{ queue: 'night' }, '3'],
    [{ label: ['red', 'big'] }, '1'],
    [{ assignee: 'ada', group_by: 'label' }, '2'],
    [{ parent: 'T-6' }, '1'],
    [{ parent: 'T-99' }, '0'],
    [{ due_before: '2026-02-01T00:00:00Z' }, '1'],
    [{ q: 'invoice' }, '2'],
    [{ q: 'invoice', queue: 'night' }, '1'],
    [{ q: 'invoice -an' }, '1'],
  ]
  for (const [query, wanted] of expected) {
    assert.equal(await total(client, query), wanted, JSON.stringify(query))
    const { group_by: _, ...filters } = query
    const { body } = await client.call('tasks.list', { query: filters })
    assert.equal(String(body.data.length), wanted, 'as many as the list shows')
  }
  assert.deepEqual(await groups(client, { queue: 'night', group_by: 'status' }), [
    'triage: 2',
    'ready: 1',
  ])
  assert.deepEqual(await groups(client, { status: 'triage', group_by: 'status' }), ['triage: 2'])
  assert.deepEqual(await groups(client, { q: 'invoice', group_by: 'assignee' }), [
    'bob: 1',
    'null: 1',
  ])
}

const many = (length: number, task: Partial<TaskCreate>) => Array.from({ length }, () => task)

const bounded: CountCase = async ({ client }) => {
  await createAll(client, [
    ...many(30, { assignee: 'ada', labels: ['red'], description: 'invoice' }),
    ...many(2, { status: 'triage', queue: 'night' }),
  ])
  assert.equal(await total(client, {}), '32')
  assert.equal(await total(client, { up_to: 32 }), '32')
  assert.equal(await total(client, { up_to: 31 }), '31+')
  assert.equal(await total(client, { up_to: 2, group_by: 'status' }), '4+')
  assert.deepEqual(await groups(client, { up_to: 2, group_by: 'status' }), [
    'triage: 2',
    'ready: 2+',
  ])
  assert.deepEqual(await groups(client, { up_to: 2, group_by: 'queue' }), [
    'default: 2+',
    'night: 2',
  ])
  assert.deepEqual(await groups(client, { up_to: 2, group_by: 'label' }), ['red: 2+'])
  const since = { created_since: '2020-01-01T00:00:00Z' }
  const inTwos = await counts(client, { ...since, up_to: 2, group_by: 'priority' })
  assert.deepEqual([inTwos.total, inTwos.total_is_at_least], [10, true])
  assert.equal(await total(client, { ...since, up_to: 7, group_by: 'priority' }), '32')
}

/** Neither the words nor the filters are rare, then only the one, then only the other. */
const boundedSearch: CountCase = async ({ client }) => {
  const task = { description: 'invoice', queue: 'night' }
  await createAll(client, [
    ...many(20, task),
    { description: 'invoice', queue: 'day' },
    { description: 'receipt', queue: 'night' },
  ])
  assert.equal(await total(client, { q: 'invoice' }), '21')
  assert.equal(await total(client, { q: 'invoice', queue: 'night' }), '20')
  assert.equal(await total(client, { q: 'invoice', up_to: 5 }), '5+')
  assert.equal(await total(client, { q: 'invoice', queue: 'day', up_to: 5 }), '1')
  assert.equal(await total(client, { q: 'receipt', queue: 'night', up_to: 5 }), '1')
  assert.match(await total(client, { q: 'invoice', queue: 'night', up_to: 5 }), /^\d\+$/)
}

const manyGroups: CountCase = async ({ client }) => {
  const tasks = Array.from({ length: 205 }, (_, i) => ({ assignee: `person ${i}` }))
  await createAll(client, [...tasks, { assignee: 'person 7' }])
  const found = await counts(client, { group_by: 'assignee' })
  assert.deepEqual([found.groups.length, found.has_more, found.total], [200, true, 206])
  assert.deepEqual(found.groups[0], { value: 'person 7', count: 2, is_at_least: false })
}

const refused: [query: Query, pointer: string][] = [
  [{ group_by: 'title' }, 'group_by'],
  [{ up_to: 0 }, 'up_to'],
  [{ up_to: 100_001 }, 'up_to'],
  [{ limit: 10 }, 'limit'],
  [{ sort: 'due_at' }, 'sort'],
  [{ status: 'open' }, 'status/0'],
]

describeOperation('tasks.counts', {
  200: {
    'divides tasks by each group': byEachGroup,
    'names every status and priority, those without tasks too': listsEveryKnownValue,
    'counts what the list finds': filtered,
    'tells what is beyond its bound as a lower bound': bounded,
    'bounds a search by the words and by the filters': boundedSearch,
    'shows the 200 largest groups': manyGroups,
    'counts nothing of another tenant': async ({ client }) => {
      await createAll(await newTenant(), stock)
      assert.equal(await total(client, {}), '0')
      assert.deepEqual(await groups(client, { group_by: 'label' }), [])
      assert.equal(await total(client, { q: 'invoice' }), '0')
    },
  },
  304: async ({ client, call }) => {
    await createAll(client, stock)
    const again = (tag = '') => call({ headers: { 'if-none-match': tag } })
    let first = await call()
    // Another test may hold a transaction open on this server, which keeps the horizon back.
    await until('it is not modified', async () => {
      if ((await again(first.headers['etag'])).status === 304) return true
      first = await call()
      return false
    })
    await client.create()
    const second = await again(first.headers['etag'])
    assert.equal(second.body.total, first.body.total + 1)
  },
  400: async ({ call }) => {
    for (const [query, pointer] of refused) {
      const { problem } = await call({ query })
      assert.equal(problem.errors?.[0]?.pointer, pointer)
    }
  },
})
