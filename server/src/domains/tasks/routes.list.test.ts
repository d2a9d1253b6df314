// Listing tasks: each filter alone, all together, and what the list refuses.
import assert from 'node:assert/strict'
import type { TaskCreate } from '@task-service/contract'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

type ListCase = Case<'tasks.list'>
type Query = NonNullable<CallInput['query']>

/** Tasks by title, in the order they are created. */
async function createAll(
  client: ApiClient,
  tasks: Record<string, Partial<TaskCreate>>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const [title, input] of Object.entries(tasks)) {
    ids[title] = (await client.create({ title, ...input })).id
  }
  return ids
}

/** The titles a query finds, oldest first. */
async function titlesFor(client: ApiClient, query: Query): Promise<string[]> {
  const { body } = await client.call('tasks.list', { query: { sort: 'created_at', ...query } })
  assert.equal(body.next_cursor, null)
  return body.data.map((task) => task.title)
}

/** A case per filter: what there is, and what each query finds of it. */
function finds(
  tasks: Record<string, Partial<TaskCreate>>,
  expected: readonly [query: Query, titles: string[]][],
): ListCase {
  return async ({ client }) => {
    await createAll(client, tasks)
    for (const [query, titles] of expected) {
      assert.deepEqual(await titlesFor(client, query), titles, JSON.stringify(query))
    }
  }
}

const byStatus: ListCase = async ({ client }) => {
  await createAll(client, { a: { status: 'triage' }, b: {}, c: {} })
  await client.call('tasks.transition', { params: { task: 'T-3' }, body: { to: 'completed' } })
  assert.deepEqual(await titlesFor(client, { status: 'triage' }), ['a'])
  assert.deepEqual(await titlesFor(client, { status: 'completed' }), ['c'])
  assert.deepEqual(await titlesFor(client, { status: ['triage', 'ready'] }), ['a', 'b'])
  assert.deepEqual(await titlesFor(client, { status: 'failed' }), [])
}

const byPriority = finds(
  { a: { priority: 'urgent' }, b: { priority: 'low' }, c: {}, d: { priority: 'high' } },
  [
    [{ priority: 'urgent' }, ['a']],
    [{ priority: 'normal' }, ['c']],
    [{ priority: ['high', 'low'] }, ['b', 'd']],
  ],
)

const byQueue = finds({ a: { queue: 'night' }, b: {}, c: { queue: 'night-2' } }, [
  [{ queue: 'night' }, ['a']],
  [{ queue: 'default' }, ['b']],
  [{ queue: 'day' }, []],
])

const byLabel = finds(
  { a: { labels: ['red', 'big one'] }, b: { labels: ['red'] }, c: { labels: ['Red'] }, d: {} },
  [
    [{ label: 'red' }, ['a', 'b']],
    [{ label: ['red', 'big one'] }, ['a']],
    [{ label: 'Red' }, ['c']],
    [{ label: ['red', 'Red'] }, []],
    [{ label: 're' }, []],
  ],
)

const followsLabels: ListCase = async ({ client }) => {
  const { a = '' } = await createAll(client, { a: { labels: ['old', 'kept'] } })
  await client.call('tasks.change', { params: { task: a }, body: { labels: ['kept', 'new'] } })
  assert.deepEqual(await titlesFor(client, { label: 'old' }), [])
  assert.deepEqual(await titlesFor(client, { label: ['new', 'kept'] }), ['a'])
  await client.call('tasks.change', { params: { task: a }, body: { labels: [] } })
  assert.deepEqual(await titlesFor(client, { label: 'kept' }), [])
}

const byPeople = finds(
  {
    a: { assignee: 'ada', delegate: 'agent' },
    b: { assignee: 'bob' },
    c: { assignee: 'Ada' },
    d: { delegate: 'agent' },
  },
  [
    [{ assignee: 'ada' }, ['a']],
    [{ delegate: 'agent' }, ['a', 'd']],
    [{ assignee: 'ada', delegate: 'agent' }, ['a']],
    [{ assignee: 'bob', delegate: 'agent' }, []],
    [{ unassigned: 'true' }, ['d']],
    [{ unassigned: 'false' }, ['a', 'b', 'c']],
    [{ unassigned: 'true', delegate: 'agent' }, ['d']],
    [{ unassigned: 'true', assignee: 'ada' }, []],
  ],
)

const byParent: ListCase = async ({ client }) => {
  const { a = '' } = await createAll(client, { a: {} })
  await createAll(client, { b: { parent_id: a }, c: { parent_id: a }, d: {} })
  for (const parent of [a, 'T-1', 't-1']) {
    assert.deepEqual(await titlesFor(client, { parent }), ['b', 'c'])
  }
  const stranger = await (await newTenant()).create()
  for (const parent of ['T-4', 'T-99', `tsk_${'0'.repeat(32)}`, stranger.id]) {
    assert.deepEqual(await titlesFor(client, { parent }), [])
  }
}

const bySource = finds(
  { a: { source: 'crm', external_id: '1' }, b: { source: 'desk', external_id: '1' }, c: {} },
  [
    [{ source: 'crm' }, ['a']],
    [{ source: 'jira' }, []],
  ],
)

const byDue = finds(
  {
    a: { due_at: '2027-01-01T00:00:00Z' },
    b: { due_at: '2027-01-02T00:00:00Z' },
    c: { due_at: '2027-01-03T00:00:00Z' },
    d: {},
  },
  [
    [{ due_since: '2027-01-02T00:00:00Z' }, ['b', 'c']],
    [{ due_before: '2027-01-02T00:00:00Z' }, ['a']],
    [{ due_since: '2027-01-01T00:00:00Z', due_before: '2027-01-03T00:00:00Z' }, ['a', 'b']],
    [{ due_since: '2027-01-02T01:00:00+01:00', due_before: '2027-01-02T00:00:00.001Z' }, ['b']],
    [{ due_since: '2027-01-03T00:00:00Z', due_before: '2027-01-01T00:00:00Z' }, []],
    [{ due_before: '9999-12-31T23:59:59Z' }, ['a', 'b', 'c']],
  ],
)

/** Half-open like every range: the moment itself belongs to what begins with it. */
function byOwnTime(field: 'created' | 'updated'): ListCase {
  return async ({ client }) => {
    const tasks = []
    for (const title of ['a', 'b', 'c']) {
      const task = await client.create({ title })
      tasks.push(task)
      // Times have milliseconds, so the next task must come in another one.
      while (Date.now() <= Date.parse(task.created_at) + 1) await new Promise(setImmediate)
    }
    const [, b, c] = tasks.map((task) => task[`${field}_at`])
    const [since, before] = [`${field}_since`, `${field}_before`]
    assert.ok(b && c)
    assert.deepEqual(await titlesFor(client, { [since]: b }), ['b', 'c'])
    assert.deepEqual(await titlesFor(client, { [before]: b }), ['a'])
    assert.deepEqual(await titlesFor(client, { [since]: b, [before]: c }), ['b'])
    assert.deepEqual(await titlesFor(client, { [before]: '1969-07-20T20:17:40Z' }), [])
    assert.deepEqual(await titlesFor(client, { [since]: '0001-01-01T00:00:00Z' }), ['a', 'b', 'c'])
    assert.deepEqual(await titlesFor(client, { [since]: '9999-12-31T23:59:59Z' }), [])
  }
}

const byWords = finds(
  {
    'Replace the red valve': { description: 'in pump house two' },
    'Red paint': { description: 'order red valve covers, café' },
    'Blue paint': {},
  },
  [
    [{ q: 'paint' }, ['Red paint', 'Blue paint']],
    [{ q: 'PAINT red' }, ['Red paint']],
    [{ q: 'red valve' }, ['Replace the red valve', 'Red paint']],
    [{ q: '"the red valve"' }, ['Replace the red valve']],
    [{ q: '"valve red"' }, []],
    [{ q: 'pump or blue' }, ['Replace the red valve', 'Blue paint']],
    [{ q: 'paint -red' }, ['Blue paint']],
    [{ q: 'red -"pump house"' }, ['Red paint']],
    [{ q: 'café' }, ['Red paint']],
    [{ q: 'val' }, ['Replace the red valve', 'Red paint']],
    [{ q: 'alv -paint' }, ['Replace the red valve']],
    [{ q: '***' }, []],
    [{ q: "'; drop table tasks; --" }, []],
    [{ q: '" ( ! & :* \\' }, []],
  ],
)

const byParts = finds(
  {
    'Water the plants': { labels: ['garden', 'Büro'], fields: { customer: 'C-4711', size: 12 } },
    'Pflanzplan für Bäume': { description: 'Kosten: siehe invoice-0815, Straße 7' },
    'Pay invoice-4711': { source: 'erp', external_id: 'RE-2026-0042' },
  },
  [
    [{ q: 'plan' }, ['Water the plants', 'Pflanzplan für Bäume']],
    [{ q: 'lant' }, ['Water the plants']],
    [{ q: '4711' }, ['Water the plants', 'Pay invoice-4711']],
    [{ q: 'invoice-47' }, ['Pay invoice-4711']],
    [{ q: 'invoice-08' }, ['Pflanzplan für Bäume']],
    [{ q: '0815' }, ['Pflanzplan für Bäume']],
    [{ q: 'baume' }, ['Pflanzplan für Bäume']],
    [{ q: 'BÄUME' }, ['Pflanzplan für Bäume']],
    [{ q: 'strasse' }, ['Pflanzplan für Bäume']],
    [{ q: 'Straße kosten' }, ['Pflanzplan für Bäume']],
    [{ q: '"siehe invoice"' }, ['Pflanzplan für Bäume']],
    [{ q: 're-2026' }, ['Pay invoice-4711']],
    [{ q: '0042' }, ['Pay invoice-4711']],
    [{ q: 'buro' }, ['Water the plants']],
    [{ q: 'gard' }, ['Water the plants']],
    [{ q: 'customer' }, []],
    [{ q: 'wa' }, ['Water the plants']],
    [{ q: 'at' }, []],
    [{ q: '100%' }, []],
    [{ q: '-plan' }, ['Pay invoice-4711']],
  ],
)

const followsWords: ListCase = async ({ client }) => {
  const { first = '' } = await createAll(client, { first: { description: 'before' } })
  await client.call('tasks.change', { params: { task: first }, body: { description: 'after' } })
  assert.deepEqual(await titlesFor(client, { q: 'before' }), [])
  assert.deepEqual(await titlesFor(client, { q: 'after' }), ['first'])
  await client.call('tasks.change', { params: { task: first }, body: { title: 'Größe' } })
  assert.deepEqual(await titlesFor(client, { q: 'first' }), [])
  assert.deepEqual(await titlesFor(client, { q: 'grosse' }), ['Größe'])
}

const together: ListCase = async ({ client }) => {
  const parent = await client.create({ title: 'parent' })
  const match = {
    status: 'triage' as const,
    priority: 'high' as const,
    queue: 'night',
    labels: ['red', 'big'],
    assignee: 'ada',
    delegate: 'agent',
    parent_id: parent.id,
    source: 'crm',
    due_at: '2027-01-02T00:00:00Z',
    description: 'leaking valve',
  }
  const other: Record<string, Partial<TaskCreate>> = {
    status: { status: 'ready' },
    priority: { priority: 'low' },
    queue: { queue: 'day' },
    labels: { labels: ['red'] },
    assignee: { assignee: 'bob' },
    delegate: { delegate: 'robot' },
    parent: { parent_id: null },
    source: { source: 'desk' },
    due: { due_at: '2028-01-02T00:00:00Z' },
    words: { description: 'leaking pipe' },
  }
  for (const [title, change] of Object.entries({ match: {}, ...other })) {
    await client.create({ title, ...match, external_id: title, ...change })
  }
  const query = {
    status: ['triage', 'failed'],
    priority: ['high', 'urgent'],
    queue: 'night',
    label: ['red', 'big'],
    assignee: 'ada',
    delegate: 'agent',
    parent: 'T-1',
    source: 'crm',
    created_since: parent.created_at,
    created_before: '9999-01-01T00:00:00Z',
    updated_since: parent.created_at,
    updated_before: '9999-01-01T00:00:00Z',
    due_since: '2027-01-01T00:00:00Z',
    due_before: '2027-02-01T00:00:00Z',
    q: 'leaking valve',
  }
  assert.deepEqual(await titlesFor(client, query), ['match'])
}

const onlyOwn: ListCase = async ({ client, call }) => {
  const otherTenant = await newTenant()
  await otherTenant.create({ title: 'secret', labels: ['x'], assignee: 'ada' })
  await client.create({ title: 'mine', labels: ['x'], assignee: 'ada' })
  for (const query of [{}, { label: 'x' }, { assignee: 'ada' }, { q: 'secret or mine' }]) {
    const { body } = await call({ query })
    assert.deepEqual(
      body.data.map((task) => task.title),
      ['mine'],
    )
  }
}

const emptyList: ListCase = async ({ call }) => {
  const reply = await call()
  assert.equal(reply.text, '{"data":[],"next_cursor":null}')
  assert.equal(reply.headers['link'], undefined)
}

/** Each with the parameter that is at fault. */
const faults: [url: string, pointer: string][] = [
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['limit=%2010', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['cursor=', 'cursor'],
  ['sort=title', 'sort'],
  ['sort=%2Bcreated_at', 'sort'],
  ['sort=created_at&sort=due_at', 'sort'],
  ['status=done', 'status/0'],
  ['status=ready&status=done', 'status/1'],
  ['status=ready,triage', 'status/0'],
  ['priority=3', 'priority/0'],
  ['queue=Night', 'queue'],
  ['queue=a&queue=b', 'queue'],
  ['label=', 'label/0'],
  ['label=%00', 'label/0'],
  ['assignee=', 'assignee'],
  ['assignee=a%00b', 'assignee'],
  ['assignee=a&assignee=b', 'assignee'],
  ['delegate=', 'delegate'],
  ['parent=142', 'parent'],
  ['parent=T-1&parent=T-2', 'parent'],
  ['source=', 'source'],
  ['created_since=yesterday', 'created_since'],
  ['created_before=2026-02-30T00:00:00Z', 'created_before'],
  ['updated_since=1700000000', 'updated_since'],
  ['due_before=2026-01-01', 'due_before'],
  ['q=', 'q'],
  ['q=%00', 'q'],
  ['q=a&q=b', 'q'],
  [`q=${'x'.repeat(501)}`, 'q'],
  [Array.from({ length: 11 }, (_, i) => `label=${i}`).join('&'), 'label'],
  ['assigne=ada', 'assigne'],
  ['status[]=ready', 'status[]'],
  ['offset=10', 'offset'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
  ['=1', ''],
]

const refusesFaults: ListCase = async ({ client }) => {
  for (const [search, pointer] of faults) {
    const { problem } = await client.send({ url: `/api/tasks?${search}` })
    assert.equal(problem.code, 'invalid_request')
    const places = problem.errors?.map((error) => `${error.in} ${error.pointer}`)
    assert.deepEqual([...new Set(places)], [`query ${pointer}`], search)
  }
}

const namesAllowed: ListCase = async ({ call }) => {
  const unknown = await call({ query: { assigne: 'ada' } })
  const allowed = unknown.problem.errors?.[0]?.allowed ?? []
  for (const name of ['assignee', 'label', 'q', 'sort', 'limit', 'cursor']) {
    assert.ok(allowed.includes(name), name)
  }
  const value = await call({ query: { sort: 'title' } })
  assert.ok(value.problem.errors?.[0]?.allowed?.includes('-due_at'))
}

const unchanged: ListCase = async ({ client, call }) => {
  const task = await client.create()
  const tagOf = async (query = {}) => (await call({ query })).headers['etag'] ?? ''
  const stillHolds = async (tag: string, query = {}) =>
    (await call({ query, headers: { 'if-none-match': tag } })).status === 304
  // Another test may hold a transaction open on this server, which keeps the horizon back.
  let tag = await until('the tag holds', async () => {
    const latest = await tagOf()
    return (await stillHolds(latest)) ? latest : undefined
  })
  assert.ok(
    await stillHolds(tag, { status: 'ready' }),
    'the tag is of the tenant, not of the query',
  )
  await (await newTenant()).create()
  assert.ok(await stillHolds(tag), 'what another tenant does changes nothing')
  for (const change of [
    () => client.create(),
    () => client.call('tasks.change', { params: { task: task.id }, body: { title: 'new' } }),
    () => client.call('tasks.remove', { params: { task: task.id } }),
  ]) {
    await change()
    assert.equal(await stillHolds(tag), false)
    tag = await tagOf()
  }
}

describeOperation('tasks.list', {
  304: { 'says so until a task of the tenant is created, changed or deleted': unchanged },
  200: {
    'is empty for a new tenant': emptyList,
    'shows a tenant its own tasks only': onlyOwn,
    'filters by any of several statuses': byStatus,
    'filters by any of several priorities': byPriority,
    'filters by queue': byQueue,
    'filters by all of several labels': byLabel,
    'follows changes of labels': followsLabels,
    'filters by assignee, by none, and by delegate, exactly': byPeople,
    'filters by parent, by id and by number; an unknown one has no children': byParent,
    'filters by source': bySource,
    'filters by a half-open range of due dates': byDue,
    'filters by a half-open range of creation': byOwnTime('created'),
    'filters by a half-open range of the last change': byOwnTime('updated'),
    'searches words, phrases, alternatives and exclusions': byWords,
    'finds parts of words, without case and accents': byParts,
    'follows changes of the text': followsWords,
    'narrows with every filter at once': together,
  },
  400: {
    'refuses each wrong parameter and points at it': refusesFaults,
    'names the allowed parameters and values': namesAllowed,
    'refuses a cursor it did not make': async ({ call }) => {
      for (const cursor of ['x', 'a.b', '.', `${'A'.repeat(22)}.${'A'.repeat(22)}`, '1.2.3']) {
        assert.equal((await call({ query: { cursor } })).problem.code, 'invalid_cursor')
      }
    },
  },
})
