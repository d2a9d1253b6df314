// The export of tasks: the columns and filters of the list, cells that spreadsheets cannot run, and every task once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TASK_COLUMNS, type View } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

const linesOf = (text: string) => text.trimEnd().split('\r\n')

/** The titles in the order of the file. */
async function titlesOf(client: ApiClient, query: Record<string, string | string[]> = {}) {
  const reply = await client.call('tasks.export', { query: { column: 'title', ...query } })
  assert.equal(reply.status, 200, reply.text)
  return linesOf(reply.text).slice(1)
}

async function defineField(client: ApiClient, name: string, type: string): Promise<void> {
  await client.call('fields.create', { body: { name, type, key: name.toLowerCase() } })
}

async function createView(
  client: ApiClient,
  query: View['query'],
  columns: View['columns'] = null,
): Promise<string> {
  const body = { name: 'Mine', query, columns }
  return (await client.call('views.create', { body })).body.id
}

describeOperation('tasks.export', {
  200: {
    'has every column, newest first, with the values of the list': async ({ client, call }) => {
      await client.create({ title: 'First' })
      const task = await client.create({
        title: 'Second',
        labels: ['red', 'big one'],
        fields: { severity: 'high' },
        input: { count: 2 },
      })
      const reply = await call()
      const [head, first, second, ...more] = linesOf(reply.text)
      assert.equal(head, TASK_COLUMNS.join(','))
      assert.deepEqual(more, [])
      assert.ok(second?.startsWith('1,tsk_'))
      assert.equal(
        first,
        [
          `2,${task.id},Second,,ready,normal,default,"red, big one",,,,,,,,"{""count"":2}",,`,
          `"{""severity"":""high""}",,1,${task.created_at},${task.updated_at},`,
        ].join(''),
      )
    },
    'is a file to be saved': async ({ client, call }) => {
      await client.create()
      const { headers, text } = await call()
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
      const name = `${client.tenant.slug}-tasks.csv`
      assert.equal(headers['content-disposition'], `attachment; filename="${name}"`)
      assert.equal(headers['cache-control'], 'no-store')
      assert.ok(text.startsWith('number,'), 'no byte order mark unless asked for')
      const marked = await call({ query: { bom: 'true' } })
      assert.ok(marked.text.startsWith('\uFEFFnumber,'))
    },
    'has the chosen columns in their order, custom fields among them': async ({ client, call }) => {
      await defineField(client, 'Severity', 'text')
      await defineField(client, 'Amount', 'number')
      await client.create({ title: 'a', fields: { severity: '=1+1', amount: -5 } })
      await client.create({ title: 'b', fields: { unknown: 1 } })
      const column = ['field:amount', 'title', 'field:severity']
      assert.deepEqual(linesOf((await call({ query: { column } })).text), [
        'field:amount,title,field:severity',
        ',b,',
        "-5,a,'=1+1",
      ])
    },
    'has no cell that a spreadsheet would run': async ({ client, call }) => {
      const title = '=HYPERLINK("http://x","y")'
      await client.create({ title, description: '@SUM(1)\nnext', labels: ['+1', '-1'], queue: 'q' })
      await client.create({ title: '=1+1', input: '=2+2', assignee: '-3', delegate: '＝4' })
      const column = ['title', 'description', 'labels', 'assignee', 'delegate', 'input']
      const { text } = await call({ query: { column } })
      assert.equal(
        text,
        [
          'title,description,labels,assignee,delegate,input\r\n',
          "'=1+1,,,'-3,'＝4,'=2+2\r\n",
          `"'=HYPERLINK(""http://x"",""y"")","'@SUM(1)\nnext","'+1, -1",,,\r\n`,
        ].join(''),
      )
    },
    'takes the filters and sorts of the list': async ({ client }) => {
      await client.create({ title: 'a', priority: 'low', labels: ['red'] })
      await client.create({ title: 'b', priority: 'urgent', queue: 'night' })
      await client.create({ title: 'c', due_at: '2027-01-01T00:00:00Z', labels: ['red'] })
      assert.deepEqual(await titlesOf(client), ['c', 'b', 'a'])
      assert.deepEqual(await titlesOf(client, { sort: 'created_at' }), ['a', 'b', 'c'])
      assert.deepEqual(await titlesOf(client, { sort: 'priority' }), ['b', 'c', 'a'])
      assert.deepEqual(await titlesOf(client, { label: 'red', sort: 'due_at' }), ['c', 'a'])
      assert.deepEqual(await titlesOf(client, { queue: 'night' }), ['b'])
      assert.deepEqual(await titlesOf(client, { q: 'b' }), ['b'])
      assert.deepEqual(await titlesOf(client, { parent: 'T-99' }), [])
      assert.deepEqual(await titlesOf(client, { status: 'completed' }), [])
    },
    'takes the filters of a view, which others replace': async ({ client }) => {
      await client.create({ title: 'a', priority: 'low' })
      await client.create({ title: 'b', priority: 'low', due_at: '2020-01-01T00:00:00Z' })
      await client.create({ title: 'c', priority: 'urgent', due_at: '2020-01-01T00:00:00Z' })
      const view = await createView(client, { due_before: 'now-1d', sort: 'created_at' })
      assert.deepEqual(await titlesOf(client, { view }), ['b', 'c'])
      assert.deepEqual(await titlesOf(client, { view, sort: '-created_at' }), ['c', 'b'])
      assert.deepEqual(await titlesOf(client, { view, priority: 'low' }), ['b'])
    },
    'has the columns of a view, also of custom fields that were deleted': async ({
      client,
      call,
    }) => {
      await client.create({ title: 'a', queue: 'night' })
      const view = await createView(client, {}, ['title', 'field:gone', 'queue'])
      const { text } = await call({ query: { view } })
      assert.equal(text, 'title,field:gone,queue\r\na,,night\r\n')
      assert.deepEqual(linesOf((await call({ query: { view, column: 'queue' } })).text), [
        'queue',
        'night',
      ])
    },
    'has every task once, however many pages that takes': async ({ client }) => {
      const items = Array.from({ length: 400 }, (_, place) => ({ create: { title: `t${place}` } }))
      for (let batch = 0; batch < 3; batch++) await client.call('tasks.bulk', { body: { items } })
      for (const query of [{}, { sort: 'priority' }, { q: 't1 or t2 or t3' }]) {
        const reply = await client.call('tasks.export', { query: { column: 'id', ...query } })
        const ids = linesOf(reply.text).slice(1)
        assert.equal(new Set(ids).size, ids.length)
        assert.equal(ids.length, 'q' in query ? 3 * 333 : 1_200)
      }
    },
    'shows nothing of another tenant': async ({ client }) => {
      await (await newTenant()).create({ title: 'theirs' })
      await client.create({ title: 'ours' })
      assert.deepEqual(await titlesOf(client), ['ours'])
    },
  },
  400: {
    'names a column that does not exist': async ({ call }) => {
      const { problem } = await call({ query: { column: ['title', 'prority'] } })
      assert.match(problem.detail, /priority/)
      assert.equal((await call({ query: { column: ['id', 'id'] } })).status, 400)
    },
    'names a custom field that does not exist': async ({ client, call }) => {
      await defineField(client, 'Severity', 'text')
      const { problem } = await call({ query: { column: ['field:severty'] } })
      assert.equal(problem.errors?.[0]?.pointer, 'column')
      assert.match(problem.detail, /Did you mean "severity"\?/)
      assert.equal((await call({ query: { field: 'unknown:is:1' } })).status, 400)
    },
    'has no pages': async ({ call }) => {
      assert.equal((await call({ query: { limit: 10 } })).problem.errors?.[0]?.pointer, 'limit')
    },
  },
  404: async ({ call }) => {
    const view = await createView(await newTenant(), {})
    assert.equal((await call({ query: { view } })).problem.code, 'view_not_found')
  },
})

test('HEAD of an export reads nothing', async () => {
  const client = await newTenant()
  const { status, text } = await client.head('/api/tasks/export')
  assert.deepEqual([status, text], [200, ''])
})
