// The order of a list and its pages: every task once, whatever the sort, and cursors good for their own list only.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TASK_SORTS, type Task } from '@task-service/contract'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

type Query = NonNullable<CallInput['query']>

let client: ApiClient
/** Three tasks of each kind, so that every sort has ties, and a third without a due date. */
let tasks: Task[]

before(async () => {
  client = await newTenant()
  const items = Array.from({ length: 24 }, (_, i) => ({
    create: {
      title: `task ${i}`,
      priority: (['low', 'urgent', 'normal', 'high'] as const)[i % 4],
      ...(i % 3 > 0 && { due_at: `2027-01-0${1 + (i % 2)}T00:00:00Z` }),
      labels: i % 2 ? ['odd'] : [],
    },
  }))
  const { body } = await client.call('tasks.bulk', { body: { items } })
  tasks = body.results.flatMap(({ task }) => (task ? [task] : []))
  // Changes in another order than creation; those of one request share their time.
  for (const step of [5, 3]) {
    const updates = tasks
      .filter((task) => task.number % step === 0)
      .map((task) => ({ update: { task: task.id, changes: { description: `${step}` } } }))
    await client.call('tasks.bulk', { body: { items: updates } })
  }
  const { body: page } = await client.call('tasks.list', { query: { limit: 200 } })
  tasks = page.data
})

async function walk(query: Query): Promise<Task[]> {
  const found: Task[] = []
  let cursor: string | null = null
  do {
    const page: Query = cursor === null ? query : { ...query, cursor }
    const { body } = await client.call('tasks.list', { query: page })
    found.push(...body.data)
    cursor = body.next_cursor
  } while (cursor !== null)
  return found
}

const distinct = (field: keyof Task) => new Set(tasks.map((task) => task[field])).size

const rank = { urgent: 1, high: 2, normal: 3, low: 4 }
const keys: Record<(typeof TASK_SORTS)[number], (task: Task) => string> = {
  created_at: (task) => task.id,
  updated_at: (task) => `${task.updated_at} ${task.id}`,
  priority: (task) => `${rank[task.priority]} ${task.id}`,
  due_at: (task) => `${task.due_at ?? 'infinity'} ${task.id}`,
}

describe('the order of a list', () => {
  for (const name of TASK_SORTS) {
    for (const sort of [name, `-${name}`]) {
      test(`${sort} holds over pages of any size, ties and missing due dates included`, async () => {
        const ascending = tasks.toSorted((a, b) => (keys[name](a) < keys[name](b) ? -1 : 1))
        const expected = sort === name ? ascending : ascending.toReversed()
        for (const limit of [1, 2, 3, 7, 23, 24, 25, 200]) {
          const found = await walk({ sort, limit })
          const numbers = found.map((task) => task.number)
          assert.deepEqual(
            numbers,
            expected.map((task) => task.number),
            `${sort} by ${limit}`,
          )
        }
      })
    }
  }

  test('is newest first by default', async () => {
    assert.deepEqual(await walk({}), await walk({ sort: '-created_at' }))
  })

  test('has ties to break in the first place', () => {
    assert.deepEqual([distinct('priority'), distinct('due_at')], [4, 3])
    assert.ok(distinct('updated_at') < 24, 'some tasks changed at the same moment')
  })
})

describe('the pages of a list', () => {
  test('hold 50 unless asked otherwise, and 200 at most', async () => {
    const crowd = await newTenant()
    const items = Array.from({ length: 210 }, (_, i) => ({ create: { title: `${i}` } }))
    await crowd.call('tasks.bulk', { body: { items } })
    for (const [query, length] of [
      [{}, 50],
      [{ limit: 200 }, 200],
      [{ limit: 1 }, 1],
    ] as const) {
      const { body } = await crowd.call('tasks.list', { query })
      assert.equal(body.data.length, length)
      assert.notEqual(body.next_cursor, null)
    }
  })

  test('end with a null cursor, also when the last one is exactly full', async () => {
    const { body: first } = await client.call('tasks.list', { query: { limit: 12 } })
    const query = { limit: 12, cursor: first.next_cursor ?? '' }
    const { body: second } = await client.call('tasks.list', { query })
    assert.deepEqual([second.data.length, second.next_cursor], [12, null])
  })

  test('are linked: following Link gives what sending the cursor gives', async () => {
    const search = 'limit=5&label=odd&status=ready&status=triage&q=task%20-%22what?+%26+else%22'
    const { headers } = await client.send({ url: `/api/tasks?${search}` })
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '') ?? []
    const parameters = new URL(next, 'http://x').searchParams
    assert.deepEqual(parameters.getAll('status'), ['ready', 'triage'])
    assert.equal(parameters.get('q'), 'task -"what? & else"', 'the query is passed on whole')
    const found = await client.follow<Task>(`/api/tasks?${search}`)
    assert.deepEqual(
      found.map((task) => task.number),
      tasks.filter((task) => task.labels.includes('odd')).map((task) => task.number),
    )
  })

  test('may change their size on the way', async () => {
    const { body: first } = await client.call('tasks.list', { query: { limit: 3 } })
    const query = { limit: 200, cursor: first.next_cursor ?? '' }
    const { body: rest } = await client.call('tasks.list', { query })
    assert.equal(rest.data.length, 21)
  })

  test('skip and repeat nothing when tasks around the cursor come and go', async () => {
    const moving = await newTenant()
    const items = Array.from({ length: 6 }, (_, i) => ({ create: { title: `${i}` } }))
    await moving.call('tasks.bulk', { body: { items } })
    const { body: first } = await moving.call('tasks.list', { query: { limit: 3 } })
    await moving.create({ title: 'new' })
    // The very task the cursor stands on.
    const last = first.data[2]
    assert.ok(last)
    await moving.call('tasks.remove', { params: { task: last.id } })
    const query = { limit: 3, cursor: first.next_cursor ?? '' }
    const { body: second } = await moving.call('tasks.list', { query })
    assert.deepEqual(
      second.data.map((task) => task.title),
      ['2', '1', '0'],
    )
  })
})

async function cursorOf(query: Query): Promise<string> {
  const { body } = await client.call('tasks.list', { query: { limit: 2, ...query } })
  assert.ok(body.next_cursor)
  return body.next_cursor
}

async function refused(user: ApiClient, query: Query): Promise<void> {
  const { problem } = await user.call('tasks.list', { query })
  assert.equal(problem.code, 'invalid_cursor')
}

describe('a cursor', () => {
  test('is refused with another filter or sort', async () => {
    const cursor = await cursorOf({ label: 'odd', sort: 'due_at' })
    const right = { label: 'odd', sort: 'due_at', cursor }
    assert.equal((await client.call('tasks.list', { query: right })).status, 200)
    for (const wrong of [
      { sort: 'due_at', cursor },
      { label: 'odd', cursor },
      { ...right, sort: '-due_at' },
      { ...right, label: 'even' },
      { ...right, status: 'ready' },
      { ...right, q: 'task' },
    ]) {
      await refused(client, wrong)
    }
  })

  test('is refused in another tenant', async () => {
    const cursor = await cursorOf({})
    await refused(await newTenant(), { cursor })
  })

  test('is refused when any of its characters changes', async () => {
    const cursor = await cursorOf({})
    for (let at = 0; at < cursor.length - 1; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      await refused(client, { cursor: cursor.slice(0, at) + other + cursor.slice(at + 1) })
    }
    await refused(client, { cursor: cursor.slice(1) })
    await refused(client, { cursor: `${cursor}.` })
  })

  test('of one list is refused by the others', async () => {
    const cursor = await cursorOf({})
    const [task] = tasks
    assert.ok(task)
    const input = { params: { task: task.id }, query: { cursor } }
    assert.equal((await client.call('tasks.activity', input)).problem.code, 'invalid_cursor')
    assert.equal((await client.call('comments.list', input)).problem.code, 'invalid_cursor')
  })

  test('tells nothing of other tenants: it holds the sort values of its own last row', async () => {
    const cursor = await cursorOf({})
    const [payload = ''] = cursor.split('.')
    const position: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const [row] = await inspect<{ id: string }>(
      'select id from tasks where tenant_id = $1 order by id desc offset 1 limit 1',
      [client.tenant.id],
    )
    assert.deepEqual(position, [row?.id])
  })
})
