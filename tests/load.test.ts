// The data set a load leaves behind: sizes, order, counters and labels are those the service would have made.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TaskPage } from '@task-service/contract'
import { Client } from 'pg'
import { tenantSizes } from '../tools/load/tenant-sizes.ts'
import { loadDataset } from '../tools/load.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { buildLocalApi } from './harness/service.ts'

const size = { tenants: 12, tasks: 1_500, log: () => {} }
let database: TestDatabase
let admin: Client

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await loadDataset(database.url, size)
})

after(async () => {
  await admin.end()
  await database.drop()
})

/** Looks at all tenants at once, as only the superuser can. */
async function count(statement: string): Promise<number> {
  const { rows } = await admin.query<{ count: string | number }>(statement)
  return Number(rows[0]?.count)
}

test('sizes follow Zipf and add up; the largest of 10,000 tenants has a tenth', () => {
  const sizes = tenantSizes(10_000, 10_000_000)
  assert.equal(
    sizes.reduce((sum, tenant) => sum + tenant, 0),
    10_000_000,
  )
  assert.ok((sizes[0] ?? 0) > 900_000 && (sizes[0] ?? 0) < 1_100_000)
  assert.ok((sizes.at(-1) ?? 0) > 90)
  assert.deepEqual(tenantSizes(4, 400, 0), [100, 100, 100, 100])
})

test('every tenant has its tasks, numbered without holes, and the default tenant has most', async () => {
  const { rows } = await admin.query<{ slug: string; tasks: number; last: number; max: number }>(`
    select slug, count(*)::int as tasks, max(last_number)::int as last, max(number)::int as max
    from tenants join tasks using (tenant_id) join task_counters using (tenant_id)
    group by slug order by tasks desc, slug`)
  assert.deepEqual(
    rows.map((row) => row.tasks),
    tenantSizes(size.tenants, size.tasks),
  )
  assert.equal(rows[0]?.slug, 'default')
  for (const row of rows) assert.deepEqual([row.last, row.max], [row.tasks, row.tasks])
})

test('ids are UUIDv7, ascend with the numbers and carry the time of creation', async () => {
  assert.equal(await count(`select count(*) from tasks where substr(id::text, 15, 1) <> '7'`), 0)
  const unordered = `
    select count(*) from (
      select id < lag(id) over (partition by tenant_id order by number) as wrong from tasks) pairs
    where wrong`
  assert.equal(await count(unordered), 0)
  const untimely = `
    select count(*) from tasks
    where ('x' || lpad(replace(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint
      <> round(extract(epoch from (doc->>'created_at')::timestamptz) * 1000)`
  assert.equal(await count(untimely), 0)
  const span = `
    select extract(day from max(at) - min(at)) as count
    from tasks, lateral (select (doc->>'created_at')::timestamptz as at) created`
  assert.ok((await count(span)) > 350)
})

test('rows of all tenants are mixed on disk in the order of their creation', async () => {
  const neighbors = `
    select count(*) from (
      select tenant_id = lag(tenant_id) over (order by ctid) as same from tasks) pairs
    where same`
  // The largest of twelve has a third of the tasks, so a third of a third would be chance.
  assert.ok((await count(neighbors)) < size.tasks / 3)
})

test('the words a search finds are those the service would have kept', async () => {
  const other = `
    select count(*) from tasks where search <> task_words(doc->>'title', doc->>'description')`
  assert.equal(await count(other), 0)
})

test('label rows repeat the labels of each task, and parents belong to the same tenant', async () => {
  const labeled = await count(
    `select count(*) from tasks, json_array_elements_text(doc->'labels') as of_task (label)
     join task_labels using (label) where task_labels.task_id = id`,
  )
  assert.ok(labeled > size.tasks / 2)
  assert.equal(await count('select count(*) from task_labels'), labeled)
  assert.ok((await count('select count(parent_id) from tasks')) > 20)
  assert.ok((await count('select count(distinct status) from tasks')) === 8)
})

test('the same command again adds nothing, and a load that broke off is completed', async () => {
  assert.equal((await loadDataset(database.url, size)).added, 0)
  await admin.query(`
    delete from tasks using tenants
    where tasks.tenant_id = tenants.tenant_id and slug = 'load-3' and number > 7`)
  await admin.query(`
    update task_counters set last_number = 7 from tenants
    where task_counters.tenant_id = tenants.tenant_id and slug = 'load-3'`)
  const expected = tenantSizes(size.tenants, size.tasks)[2] ?? 0
  assert.equal((await loadDataset(database.url, size)).added, expected - 7)
  assert.equal(await count('select count(*) from tasks'), size.tasks)
})

test('a large load sets indexes aside and leaves none out', async () => {
  const large = await createDatabase()
  const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`
  const client = new Client({ connectionString: large.superuserUrl })
  await client.connect()
  try {
    const { rows: first } = await client.query<{ indexdef: string }>(indexes)
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    await loadDataset(large.url, { tenants: 2, tasks: 20_000, log })
    // All of the tasks but their primary key, and one of their labels.
    const aside = first.filter(({ indexdef }) => / ON public\.tasks /.test(indexdef)).length
    assert.match(lines.join('\n'), new RegExp(`^${aside} indexes are set aside`, 'm'))
    const { rows: last } = await client.query(indexes)
    assert.deepEqual(last, first)
  } finally {
    await client.end()
    await large.drop()
  }
})

test('the service lists what was loaded, and continues the numbers', async () => {
  const api = await buildLocalApi({ databaseUrl: database.url })
  try {
    const headers = { 'x-api-key': api.apiKey }
    const page = await api.app.inject({ url: '/api/tasks?limit=50', headers })
    const { data, next_cursor: cursor } = page.json<TaskPage>()
    const largest = tenantSizes(size.tenants, size.tasks)[0] ?? 0
    assert.equal(data.length, 50)
    assert.deepEqual([data[0]?.number, data[49]?.number], [largest, largest - 49])
    assert.ok(cursor)
    const created = await api.app.inject({
      method: 'POST',
      url: '/api/tasks',
      headers,
      payload: { title: 'One more' },
    })
    assert.equal(created.json<{ number: number }>().number, largest + 1)
  } finally {
    await api.stop()
  }
})
