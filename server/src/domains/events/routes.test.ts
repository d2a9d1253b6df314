// The event log as clients read it: everything, once, in one order, whatever commits when.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type EventEnvelope, eventSchema, events } from '@task-service/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Client } from 'pg'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { positionScope } from '../../../../tests/harness/events/position-scope.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant, withSession } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'
import { parsePosition, printPosition } from '../../events/position.ts'
import { firstUuidAt } from '../../lib/uuid.ts'

type Query = Record<string, string | number | string[]>
type Page = { data: EventEnvelope[]; next_cursor: string; has_more: boolean }

async function readPage(client: ApiClient, query: Query = {}): Promise<Page> {
  return (await client.call('events.list', { query })).body
}

/** Page after page, until `count` events were met: other transactions of the server may hold the last ones back. */
async function readAll(client: ApiClient, count: number, query: Query = {}): Promise<Page> {
  const met: EventEnvelope[] = []
  let after = query['after'] as string | undefined // tests give it as text
  return until(`${count} events were read`, async () => {
    const page = await readPage(client, { ...query, ...(after !== undefined && { after }) })
    met.push(...page.data)
    after = page.next_cursor
    return met.length >= count && !page.has_more && { ...page, data: met }
  })
}

const titles = ({ data }: Page) => data.map((event) => event.data['title'])
const types = ({ data }: Page) => data.map((event) => event.type)

/** An event of this tenant in whatever transaction `session` has open. */
async function plant(
  session: Pick<Client, 'query'>,
  client: ApiClient,
  { title = 'late', at = new Date() } = {},
): Promise<void> {
  const id = `${firstUuidAt(at).slice(0, 15)}${randomUUID().slice(15)}`
  await session.query(
    `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     values ($1, $2, 'task.created', $2, 'system:test', $3, '{}', '{}', $4)`,
    [client.tenant.id, id, JSON.stringify({ title }), at],
  )
}

describeOperation('events.list', {
  200: {
    'tells of every change in order, with the state before and after': async ({ client }) => {
      const task = await client.create({ title: 'One' })
      const params = { task: task.id }
      await client.call('tasks.change', { params, body: { title: 'Two', status: 'in_progress' } })
      const comment = (await client.call('comments.create', { params, body: { body: 'Hm' } })).body
      const last = await client.get(task.id)
      await client.call('tasks.remove', { params })
      const { data } = await readAll(client, 4)
      assert.deepEqual(
        data.map((event) => [event.type, event.data, event.previous, event.changed]),
        [
          ['task.created', task, {}, []],
          ['task.started', last, { title: 'One', status: 'ready' }, ['title', 'status']],
          ['comment.created', comment, {}, []],
          ['task.deleted', last, {}, []],
        ],
      )
      const [event] = data
      assert.deepEqual(
        [event?.tenant, event?.actor, event?.timestamp],
        [client.tenant.slug, task.created_by, task.created_at],
      )
      assert.equal(new Set(data.map(({ id }) => id)).size, 4)
    },
    'continues with next_cursor, and again after more events': async ({ client }) => {
      for (let i = 0; i < 5; i++) await client.create({ title: String(i) })
      const first = await readAll(client, 5)
      assert.deepEqual(titles(first), ['0', '1', '2', '3', '4'])
      const again = await readPage(client, { limit: 2 })
      assert.deepEqual([titles(again), again.has_more], [['0', '1'], true])
      const rest = await readPage(client, { after: again.next_cursor, limit: 3 })
      assert.deepEqual([titles(rest), rest.has_more], [['2', '3', '4'], false])
      const nothing = await readPage(client, { after: first.next_cursor })
      assert.deepEqual([nothing.data, nothing.has_more], [[], false])
      await client.create({ title: '5' })
      assert.deepEqual(titles(await readAll(client, 1, { after: nothing.next_cursor })), ['5'])
    },
    'gives only the types asked for, and finds them behind many others': async ({ client }) => {
      const { id } = await client.create()
      await client.call('comments.create', { params: { task: id }, body: { body: 'Hm' } })
      await client.call('tasks.transition', { params: { task: id }, body: { to: 'completed' } })
      await readAll(client, 3)
      const of = async (type: string[]) => types(await readPage(client, { type }))
      assert.deepEqual(await of(['comment.*']), ['comment.created'])
      assert.deepEqual(await of(['task.*']), ['task.created', 'task.completed'])
      assert.deepEqual(await of(['task.completed', 'comment.*']), [
        'comment.created',
        'task.completed',
      ])
      await inspect(
        `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
         select $1, gen_random_uuid(), 'task.updated', $2, 'system:test', '{}', '{}', '{}', now()
         from generate_series(1, 6000)`,
        [client.tenant.id, uuidOf(id)],
      )
      await client.create({ title: 'behind' })
      const type = ['task.created']
      const found = await readAll(client, 2, { type })
      assert.deepEqual(titles(found), ['A task', 'behind'])
      const { data, has_more } = await readPage(client, { type, limit: 1 })
      assert.deepEqual([data.length, has_more], [1, true])
    },
    'never misses a transaction that commits late': async ({ client }) => {
      const missed = await commitLate(client, async (after) => {
        const page = await readPage(client, after === undefined ? {} : { after })
        return { seen: titles(page).map(String), next: page.next_cursor }
      })
      assert.deepEqual(missed, [])
    },
    'goes through old events that have no week of their own': async ({ client }) => {
      await withSession(async (session) => {
        for (let i = 0; i < 3; i++) {
          await plant(session, client, {
            title: `old ${i}`,
            at: new Date(Date.UTC(2026, 1, 1 + i)),
          })
        }
      })
      const first = await until('they are there', async () => {
        const page = await readPage(client, { limit: 2 })
        return page.has_more && page
      })
      const rest = await readPage(client, { after: first.next_cursor })
      assert.deepEqual([...titles(first), ...titles(rest)], ['old 0', 'old 1', 'old 2'])
    },
    'continues after an event from a clock that was ahead': async ({ client }) => {
      await withSession((session) =>
        plant(session, client, { title: 'ahead', at: new Date(Date.now() + 5 * WEEK_MS) }),
      )
      const { next_cursor: after } = await readAll(client, 1)
      const first = (await readPage(client, { limit: 1 })).next_cursor
      await client.create({ title: 'now' })
      assert.deepEqual(titles(await readAll(client, 1, { after })), ['now'])
      assert.deepEqual(titles(await readAll(client, 1, { after: first })), ['now'])
    },
    'shows nothing of another tenant': async ({ client }) => {
      const otherTenant = await newTenant()
      await otherTenant.create()
      await readAll(otherTenant, 1)
      assert.deepEqual((await readPage(client)).data, [])
    },
  },
  400: {
    'refuses unknown types, parameters and limits': async ({ call }) => {
      for (const query of [{ type: 'task.exploded' }, { cursor: 'x' }, { limit: 201 }]) {
        const { problem } = await call({ query })
        assert.ok(problem.errors?.[0]?.pointer.startsWith(Object.keys(query)[0] ?? ''))
      }
    },
    'refuses a cursor that was altered or is another tenant’s': async ({ client, call }) => {
      const { next_cursor: cursor } = await readPage(client)
      const { next_cursor: foreign } = await readPage(await newTenant())
      const middle = cursor[5] === 'x' ? 'y' : 'x'
      for (const after of [
        foreign,
        'x',
        cursor.slice(1),
        `${cursor.slice(0, 5)}${middle}${cursor.slice(6)}`,
      ]) {
        assert.equal((await call({ query: { after } })).problem.code, 'invalid_cursor', after)
      }
    },
  },
  410: {
    'when events behind the position were deleted': async ({ client, call }) => {
      const monday = weeksAgo(3)
      const week = `events_${monday.toISOString().slice(0, 10).replaceAll('-', '')}`
      const end = new Date(monday.getTime() + WEEK_MS)
      await inspect(
        `create table ${week} partition of events for values from ('${monday.toISOString()}') to ('${end.toISOString()}')`,
      )
      await withSession(async (session) => {
        await plant(session, client, { at: monday })
        await plant(session, client, { at: new Date(monday.getTime() + 1) })
      })
      const { next_cursor: old } = await until('both are there', async () => {
        const page = await readPage(client, { limit: 1 })
        return page.has_more && page
      })
      assert.equal((await readPage(client, { after: old })).data.length, 1)
      await inspect(`drop table ${week}`)
      assert.equal((await call({ query: { after: old } })).problem.code, 'feed_truncated')
      assert.deepEqual((await readPage(client)).data, [], 'from the oldest that is kept')
    },
    'when retention deleted events of a week without a partition': async ({ client, call }) => {
      const at = weeksAgo(30)
      await withSession(async (session) => {
        for (const ms of [0, 1, 2])
          await plant(session, client, { at: new Date(at.getTime() + ms) })
      })
      const { next_cursor: after } = await until('all are there', async () => {
        const page = await readPage(client, { limit: 1 })
        return page.has_more && page
      })
      assert.equal((await readPage(client, { after })).data.length, 2, 'they can be read in pages')
      await inspect(
        `delete from events_default where occurred_at <= '${at.toISOString()}'::timestamptz + interval '1 ms'`,
      )
      assert.equal((await call({ query: { after } })).problem.code, 'feed_truncated')
      assert.equal((await readPage(client)).data.length, 1, 'from the oldest that is kept')
    },
    'when the data were replaced by a backup': async ({ client, call }) => {
      const scope = await positionScope(client.tenant)
      const { next_cursor: cursor } = await readPage(client)
      const position = parsePosition(scope, cursor)
      const before = { ...scope, freshnessSecret: Buffer.alloc(32, 1) }
      const after = printPosition(before, position)
      assert.equal((await call({ query: { after } })).problem.code, 'feed_truncated')
      assert.equal(printPosition(scope, position), cursor)
    },
  },
})

const WEEK_MS = 7 * 24 * 60 * 60_000

function weeksAgo(weeks: number): Date {
  const now = new Date()
  const days = (now.getUTCDay() + 6) % 7
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)
  return new Date(monday - weeks * WEEK_MS)
}

type Read = (after: string | undefined) => Promise<{ seen: string[]; next: string }>

/** One transaction writes an event and stays open while others come and go. What a reader of all this has missed. */
async function commitLate(client: ApiClient, read: Read): Promise<string[]> {
  const seen = new Set<string>()
  let after: string | undefined
  const readOn = async () => {
    const page = await read(after)
    for (const title of page.seen) seen.add(title)
    after = page.next
  }
  await withSession(async (session) => {
    await session.query('begin')
    await plant(session, client, { title: 'late' })
    for (const title of ['one', 'two']) {
      await client.create({ title })
      await readOn()
    }
    await session.query('commit')
  })
  await client.create({ title: 'three' })
  await until('the last one was read', async () => {
    await readOn()
    return seen.has('three')
  })
  return ['late', 'one', 'two', 'three'].filter((title) => !seen.has(title))
}

test('control: a reader that does not stop at the oldest running transaction misses the late one', async () => {
  const client = await newTenant()
  const missed = await commitLate(client, async (after) => {
    const rows = await inspect<{ title: string; at: string }>(
      `select data->>'title' as title, lpad(xid::text, 20, '0') || ' ' || id as at
       from events where tenant_id = $1 and lpad(xid::text, 20, '0') || ' ' || id > $2 order by xid, id`,
      [client.tenant.id, after ?? ''],
    )
    return { seen: rows.map(({ title }) => title), next: rows.at(-1)?.at ?? after ?? '' }
  })
  assert.deepEqual(missed, ['late'])
})

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describeOperation('events.types', {
  200: async ({ client, call }) => {
    const { data } = (await call()).body
    assert.deepEqual(
      data.map(({ type }) => type),
      Object.keys(events),
    )
    for (const { type, schema, example } of data) {
      const isValid = ajv.compile(schema)
      assert.ok(isValid(example), `${type}: ${ajv.errorsText(isValid.errors)}`)
      assert.ok(!isValid({ ...example, type: 'task.exploded' }), 'control: another type is not it')
      assert.ok(!isValid({ ...example, surprise: 1 }), 'control: nor is one with more to say')
    }
    const { id } = await client.create()
    await client.call('tasks.transition', { params: { task: id }, body: { to: 'completed' } })
    for (const event of (await readAll(client, 2)).data) {
      const isValid = ajv.compile(eventSchema(event.type))
      assert.ok(isValid(event), `${event.type}: ${ajv.errorsText(isValid.errors)}`)
    }
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { type: 'task.created' } })
    assert.equal(problem.errors?.[0]?.pointer, 'type')
  },
})
