// Saved views: made, read, changed and deleted; seen by everybody when shared, and by their owner alone when not.
import assert from 'node:assert/strict'
import { type OperationId, operations, type View, type ViewCreate } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `viw_${'0'.repeat(32)}`

async function save(client: ApiClient, input: Partial<ViewCreate> = {}): Promise<View> {
  return (await client.call('views.create', { body: { name: 'Mine', ...input } })).body
}

async function names(client: ApiClient): Promise<string[]> {
  return (await client.call('views.list')).body.data.map((view) => view.name)
}

async function giveAway({ id }: View): Promise<void> {
  await inspect(`update views set owner = 'user:other' where id = $1`, [uuidOf(id)])
}

const prepareCreate = async () => ({ body: { name: 'Mine' } })
const prepareChange = async ({ client }: CaseContext<'views.change'>) => ({
  params: { view: (await save(client)).id },
  body: { name: 'Other' },
})
const created = bodyCases<'views.create'>(prepareCreate)
const changed = bodyCases<'views.change'>(prepareChange)
const idempotency = idempotencyCases('views.create', prepareCreate)

/** Missing, another tenant's, and another user's private view: the caller cannot distinguish them. */
function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ client, call }) => {
    const foreign = await save(await newTenant(), { shared: true })
    const hidden = await save(client)
    await giveAway(hidden)
    const answers = new Set<string>()
    for (const view of [nowhere, foreign.id, hidden.id]) {
      const { problem } = await call({ params: { view }, body })
      assert.equal(problem.code, 'view_not_found')
      answers.add(JSON.stringify({ ...problem, request_id: '' }))
    }
    assert.equal(answers.size, 1)
  }
}

/** `If-Match` with another version than the current one. */
function outdated<Id extends OperationId>(body?: unknown): Case<Id> {
  assert.ok(operations['views.change'].ifMatch)
  return async ({ client, call }) => {
    const { id } = await save(client)
    await client.call('views.change', { params: { view: id }, body: { name: 'Newer' } })
    const { problem } = await call({ params: { view: id }, body, headers: { 'if-match': '"1"' } })
    assert.equal(problem.code, 'version_mismatch')
    assert.deepEqual(await names(client), ['Newer'])
  }
}

const everyFilter: ViewCreate['query'] = {
  status: ['ready', 'triage'],
  priority: ['urgent'],
  queue: 'night',
  label: ['red'],
  assignee: 'ada',
  delegate: 'coder',
  parent: 'T-1',
  source: 'crm',
  created_since: '2026-01-01T00:00:00Z',
  created_before: 'now',
  updated_since: 'now-12h',
  updated_before: '2026-12-31T23:59:59.999+02:00',
  due_since: 'now-7d',
  due_before: 'now+2w',
  q: 'words',
  sort: '-due_at',
  group_by: 'assignee',
}

describeOperation('views.create', {
  201: {
    'keeps what was sent and says whose it is': async ({ client, call }) => {
      const { created_by: owner } = await client.create()
      const columns = ['title', 'field:severity', 'due_at']
      const looks = { kind: 'board', query: everyFilter, columns, shared: true }
      const input = { name: '\u{1f600} all', ...looks }
      const reply = await call({ body: input })
      const { id, created_at, ...rest } = reply.body
      const updated_at = created_at
      assert.deepEqual(rest, { ...input, owner, position: 0, version: 1, updated_at })
      assert.deepEqual(
        [reply.headers['location'], reply.headers['etag']],
        [`/api/views/${id}`, '"1"'],
      )
    },
    'is a list of one’s own at the end, unless said otherwise': async ({ client, call }) => {
      await save(client, { position: 7 })
      const { kind, query, columns, shared, position } = (await call({ body: { name: 'x' } })).body
      assert.deepEqual([kind, query, columns, shared, position], ['list', {}, null, false, 8])
    },
    'leaves an audit entry and no event': async ({ client, call }) => {
      const { id } = (await call({ body: { name: 'x' } })).body
      assert.deepEqual(
        (await auditOf(id)).map((entry) => entry.action),
        ['view.created'],
      )
      assert.deepEqual(await eventsOf(id), [])
      assert.equal(client.seen.length, 1)
    },
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...created.malformed,
    'refuses a query that the list would refuse': async ({ call }) => {
      const refused: [query: object, pointer: string][] = [
        [{ state: 'open' }, '/query/state'],
        [{ status: ['open'] }, '/query/status/0'],
        [{ status: 'ready' }, '/query/status'],
        [{ sort: 'title' }, '/query/sort'],
        [{ limit: 10 }, '/query/limit'],
        [{ group_by: 'title' }, '/query/group_by'],
        [{ due_before: 'tomorrow' }, '/query/due_before'],
        [{ due_before: 'now+1y' }, '/query/due_before'],
        [{ due_before: '2026-13-01T00:00:00Z' }, '/query/due_before'],
        [{ queue: null }, '/query/queue'],
      ]
      for (const [query, pointer] of refused) {
        const { problem } = await call({ body: { name: 'x', query } })
        assert.equal(problem.errors?.[0]?.pointer, pointer)
      }
    },
    'refuses names and places out of bounds': async ({ call }) => {
      const refused: [body: object, pointer: string][] = [
        [{}, '/name'],
        [{ name: '' }, '/name'],
        [{ name: 'x'.repeat(101) }, '/name'],
        [{ name: 'x', kind: 'calendar' }, '/kind'],
        [{ name: 'x', position: -1 }, '/position'],
        [{ name: 'x', owner: 'me' }, '/owner'],
        [{ name: 'x', columns: [] }, '/columns'],
        [{ name: 'x', columns: ['title', 'title'] }, '/columns'],
        [{ name: 'x', columns: ['title', 'color'] }, '/columns/1'],
      ]
      for (const [body, pointer] of refused) {
        assert.equal((await call({ body })).problem.errors?.[0]?.pointer, pointer)
      }
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: idempotency.inFlight,
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('views.list', {
  200: {
    'lists them in their order, in pages': async ({ client, call }) => {
      for (const [name, position] of Object.entries({ a: 2, b: 0, c: 2, d: 1 })) {
        await save(client, { name, position })
      }
      assert.deepEqual(await names(client), ['b', 'd', 'a', 'c'])
      const found = await client.follow<View>('/api/views?limit=1')
      assert.deepEqual(found, (await call()).body.data)
    },
    'shows the shared ones of others, and of the rest one’s own': async ({ client, call }) => {
      await save(client, { name: 'own' })
      await giveAway(await save(client, { name: 'theirs' }))
      await giveAway(await save(client, { name: 'everybody’s', shared: true }))
      await save(await newTenant(), { name: 'foreign', shared: true })
      const { data } = (await call()).body
      assert.deepEqual(
        data.map((view) => view.name),
        ['own', 'everybody’s'],
      )
    },
  },
  400: async ({ client, call }) => {
    await save(client)
    await save(client)
    const { body } = await call({ query: { limit: 1 } })
    const stranger = await newTenant()
    const query = { cursor: body.next_cursor ?? '' }
    assert.equal((await stranger.call('views.list', { query })).problem.code, 'invalid_cursor')
    assert.equal((await call({ query: { cursor: 'x' } })).problem.code, 'invalid_cursor')
    const { problem } = await call({ query: { owner: 'me' } })
    assert.equal(problem.errors?.[0]?.pointer, 'owner')
  },
})

describeOperation('views.get', {
  200: async ({ client, call }) => {
    const view = await save(client, { query: everyFilter })
    const reply = await call({ params: { view: view.id } })
    assert.deepEqual([reply.body, reply.headers['etag']], [view, '"1"'])
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { view: 'T-1' } })
    assert.equal(problem.errors?.[0]?.pointer, 'view')
  },
  404: missing<'views.get'>(),
})

describeOperation('views.change', {
  200: {
    'merges into the query and tells what differs': async ({ client, call }) => {
      const view = await save(client, { query: { status: ['ready'], queue: 'night', q: 'x' } })
      const change = { name: 'New', shared: true, query: { queue: null, status: ['triage'] } }
      const reply = await call({
        params: { view: view.id },
        body: change,
        headers: { 'if-match': '"1"' },
      })
      const query = { status: ['triage'], q: 'x' }
      assert.deepEqual(reply.body, {
        ...view,
        name: 'New',
        shared: true,
        query,
        version: 2,
        updated_at: reply.body.updated_at,
      })
      assert.equal(reply.headers['etag'], '"2"')
      const [, entry] = await auditOf(view.id)
      assert.deepEqual(
        [entry?.action, entry?.changes.map(({ field }) => field)],
        ['view.updated', ['name', 'query', 'shared']],
      )
    },
    'replaces the columns as a whole, and null removes them': async ({ client, call }) => {
      const view = await save(client, { columns: ['title', 'queue'] })
      const params = { view: view.id }
      const { body } = await call({ params, body: { columns: ['queue', 'title'] } })
      assert.deepEqual([body.columns, body.version], [['queue', 'title'], 2])
      assert.equal((await call({ params, body: { columns: null } })).body.columns, null)
      const [, entry] = await auditOf(view.id)
      assert.deepEqual(entry?.changes, [
        { field: 'columns', from: ['title', 'queue'], to: ['queue', 'title'] },
      ])
    },
    'writes nothing when nothing differs': async ({ client, call }) => {
      const view = await save(client, { query: { queue: 'night' }, columns: ['title'] })
      const body = { name: view.name, query: { queue: 'night', q: null }, columns: ['title'] }
      assert.deepEqual((await call({ params: { view: view.id }, body })).body, view)
      assert.equal((await auditOf(view.id)).length, 1)
    },
    'is open to everybody while it is shared': async ({ client, call }) => {
      const view = await save(client, { shared: true })
      await giveAway(view)
      const { body } = await call({ params: { view: view.id }, body: { position: 3 } })
      assert.deepEqual([body.position, body.owner.id], [3, 'other'])
    },
  },
  400: {
    ...changed.malformed,
    'refuses an empty change and what a view cannot be': async ({ client, call }) => {
      const params = { view: (await save(client)).id }
      for (const body of [{}, { name: null }, { query: { state: 'x' } }, { query: null }]) {
        assert.equal((await call({ params, body })).problem.code, 'invalid_request')
      }
    },
  },
  404: missing<'views.change'>({ name: 'New' }),
  412: outdated<'views.change'>({ name: 'Late' }),
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('views.remove', {
  204: async ({ client, call }) => {
    const { id } = await save(client)
    assert.equal((await call({ params: { view: id }, headers: { 'if-match': '"1"' } })).text, '')
    assert.deepEqual(await names(client), [])
    assert.equal((await auditOf(id)).at(-1)?.action, 'view.deleted')
  },
  400: async ({ client, call }) => {
    const { id } = await save(client)
    const { problem } = await call({ params: { view: id }, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: missing<'views.remove'>(),
  412: outdated<'views.remove'>(),
})
