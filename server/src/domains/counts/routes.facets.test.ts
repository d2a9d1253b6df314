// The values of a field, for those who choose one: all that there are, found by how they begin, in any case.
import assert from 'node:assert/strict'
import type { TaskCreate } from '@task-service/contract'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

type Query = NonNullable<CallInput['query']>

async function createAll(client: ApiClient, tasks: readonly Partial<TaskCreate>[]): Promise<void> {
  for (let start = 0; start < tasks.length; start += 500) {
    const items = tasks
      .slice(start, start + 500)
      .map((task) => ({ create: { title: 'A task', ...task } }))
    await client.call('tasks.bulk', { body: { items } })
  }
}

async function values(client: ApiClient, query: Query): Promise<string[]> {
  const { body } = await client.call('tasks.facets', { query })
  return body.data.map(({ value, count, is_at_least: more }) =>
    count === 1 ? value : `${value}: ${count}${more ? '+' : ''}`,
  )
}

const stock: Partial<TaskCreate>[] = [
  { labels: ['red', 'big'], assignee: 'Anna', queue: 'night', delegate: 'coder' },
  { labels: ['red'], assignee: 'anton', source: 'github', external_id: '1' },
  { assignee: 'ANDY', source: 'github', external_id: '2' },
  { assignee: 'bob', source: 'jira', external_id: '3' },
]

describeOperation('tasks.facets', {
  200: {
    'lists the values of each field with their tasks': async ({ client }) => {
      await createAll(client, stock)
      const of = (field: string) => values(client, { field })
      assert.deepEqual(await of('label'), ['big', 'red: 2'])
      assert.deepEqual((await of('assignee')).toSorted(), ['ANDY', 'Anna', 'anton', 'bob'])
      assert.deepEqual(await of('queue'), ['default: 3', 'night'])
      assert.deepEqual(await of('delegate'), ['coder'])
      assert.deepEqual(await of('source'), ['github: 2', 'jira'])
    },
    'finds by the beginning, in any case': async ({ client }) => {
      await createAll(client, stock)
      const of = async (prefix: string) =>
        (await values(client, { field: 'assignee', prefix })).toSorted()
      assert.deepEqual(await of('an'), ['ANDY', 'Anna', 'anton'])
      assert.deepEqual(await of('AN'), ['ANDY', 'Anna', 'anton'])
      assert.deepEqual(await of('ann'), ['Anna'])
      assert.deepEqual(await of('nn'), [])
      assert.deepEqual(await of('%'), [])
      assert.equal((await of('')).length, 4)
    },
    'finds the few among many that begin otherwise': async ({ client }) => {
      const other = Array.from({ length: 400 }, (_, i) => ({ assignee: `b${i}` }))
      await createAll(client, [...other, ...stock, { assignee: 'zoe' }, { assignee: 'Zack' }])
      const of = (prefix: string) => values(client, { field: 'assignee', prefix })
      assert.deepEqual((await of('z')).toSorted(), ['Zack', 'zoe'])
      assert.deepEqual(await of('b39'), ['b39', ...Array.from({ length: 10 }, (_, i) => `b39${i}`)])
    },
    'stops at the limit and says so': async ({ client, call }) => {
      await createAll(
        client,
        Array.from({ length: 51 }, (_, i) => ({ queue: `q${100 + i}` })),
      )
      const all = await call({ query: { field: 'queue' } })
      assert.deepEqual([all.body.data.length, all.body.has_more], [50, true])
      const few = await call({ query: { field: 'queue', limit: 1, prefix: 'q15' } })
      assert.deepEqual(few.body, {
        data: [{ value: 'q150', count: 1, is_at_least: false }],
        has_more: false,
      })
    },
    'counts up to 100': async ({ client }) => {
      await createAll(
        client,
        Array.from({ length: 101 }, () => ({})),
      )
      assert.deepEqual(await values(client, { field: 'queue' }), ['default: 100+'])
    },
    'knows nothing of another tenant': async ({ client }) => {
      await createAll(await newTenant(), stock)
      for (const field of ['label', 'assignee', 'delegate', 'queue', 'source']) {
        assert.deepEqual(await values(client, { field }), [])
      }
    },
  },
  400: async ({ call }) => {
    const refused: [query: Query, pointer: string][] = [
      [{}, 'field'],
      [{ field: 'title' }, 'field'],
      [{ field: 'label', limit: 51 }, 'limit'],
      [{ field: 'label', prefix: 'x'.repeat(201) }, 'prefix'],
      [{ field: 'label', prefix: '\u0000' }, 'prefix'],
    ]
    for (const [query, pointer] of refused) {
      const { problem } = await call({ query })
      assert.equal(problem.errors?.[0]?.pointer, pointer)
    }
  },
})
