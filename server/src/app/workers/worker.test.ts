import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import { type MaintenanceParts, runMaintenance } from '#app/maintenance/maintenance.ts'
import type { Database } from '#db/database.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { provisionTenant } from '../../../../tests/harness/service.ts'
import { runRound } from './worker.ts'

const DAY_MS = 86_400_000

type Retention = MaintenanceParts['config']['retention']
const unlimited: Retention = {
  idempotencyMs: DAY_MS,
  eventMs: null,
  deliveryMs: null,
  auditMs: null,
}
const partitioned = ['events', 'audit_entries', 'deliveries', 'delivery_attempts']

let database: TestDatabase
let db: Database
let owner: Client
let admin: Client
let lines: { fields: Record<string, unknown>; message: string }[] = []

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  owner = new Client({ connectionString: database.url })
  admin = new Client({ connectionString: database.superuserUrl })
  await Promise.all([owner.connect(), admin.connect()])
})

after(async () => {
  await Promise.all([db.close(), owner.end(), admin.end()])
  await database.drop()
})

beforeEach(() => {
  lines = []
})

function write(fields: object, message = ''): void {
  lines.push({ fields: { ...fields }, message })
}

async function keep(retention: Partial<Retention> = {}) {
  await runMaintenance({
    config: { retention: { ...unlimited, ...retention } },
    db,
    log: { info: write, error: write } as Parameters<typeof runMaintenance>[0]['log'], // two of its many overloads
  })
}

function summary(): Record<string, unknown> {
  return lines.find(({ message }) => message === 'maintenance')?.fields ?? {}
}

async function listPartitions(table: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = $1::regclass order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function weekName(table: string, daysFromNow: number): { name: string; from: string; to: string } {
  const day = new Date(Date.now() + daysFromNow * DAY_MS)
  const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS)
  return {
    name: `${table}_${dayOf(monday).replaceAll('-', '')}`,
    from: dayOf(monday),
    to: dayOf(new Date(monday.getTime() + 7 * DAY_MS)),
  }
}

async function addPartition(table: string, daysFromNow: number): Promise<string> {
  const { name, from, to } = weekName(table, daysFromNow)
  await owner.query(
    `create table ${name} partition of ${table}
     for values from ('${from} 00:00:00+00') to ('${to} 00:00:00+00')`,
  )
  return name
}

test('partitions are made for the eight weeks ahead, isolated like their parent', async () => {
  for (const table of partitioned) {
    await owner.query(`drop table ${weekName(table, 0).name}, ${weekName(table, 56).name}`)
  }
  await keep()
  assert.equal(summary()['partitions_created'], 8)
  for (const table of partitioned) {
    const names = await listPartitions(table)
    for (let day = 0; day <= 56; day += 7) assert.ok(names.includes(weekName(table, day).name))
    const { rows } = await admin.query<{ relforcerowsecurity: boolean }>(
      `select relforcerowsecurity from pg_class where relname = any($1)`,
      [names],
    )
    assert.ok(rows.every((row) => row.relforcerowsecurity))
  }
  lines = []
  await keep()
  assert.equal(summary()['partitions_created'], 0)
})

test('a week goes when its last moment is older than the retention of its table', async () => {
  const old = await addPartition('events', -40)
  const edge = await addPartition('events', -28)
  const audit = await addPartition('audit_entries', -40)
  await keep({ eventMs: 30 * DAY_MS, auditMs: 400 * DAY_MS })
  assert.deepEqual(summary()['events_dropped'], [old])
  assert.deepEqual(summary()['audit_entries_dropped'], [])
  assert.ok((await listPartitions('events')).includes(edge))
  assert.ok((await listPartitions('audit_entries')).includes(audit))
  lines = []
  await keep({ eventMs: null, auditMs: 30 * DAY_MS })
  assert.deepEqual(summary()['events_dropped'], [], 'off keeps events forever')
  assert.deepEqual(summary()['audit_entries_dropped'], [audit])
  await owner.query(`drop table ${edge}`)
})

test('deliveries and their attempts have a retention of their own', async () => {
  const deliveries = await addPartition('deliveries', -40)
  const attempts = await addPartition('delivery_attempts', -40)
  await keep({ eventMs: 30 * DAY_MS })
  assert.deepEqual(summary()['deliveries_dropped'], [])
  lines = []
  await keep({ deliveryMs: 30 * DAY_MS })
  assert.deepEqual(summary()['deliveries_dropped'], [deliveries])
  assert.deepEqual(summary()['delivery_attempts_dropped'], [attempts])
})

test('expired answers go, however many, and the others stay', async () => {
  const { id } = await provisionTenant(database.url, 'frequent')
  await admin.query(
    `insert into idempotency_keys (tenant_id, key, request_hash, status, headers, body, expires_at)
     select $1, 'key-' || n, '\\x00', 201, '{}', '', now() + case when n = 1 then interval '1 h' else interval '-1 s' end
     from generate_series(1, 11002) n`,
    [id],
  )
  await keep()
  assert.equal(summary()['idempotency_keys_purged'], 11_001)
  const { rows } = await admin.query<{ key: string }>('select key from idempotency_keys')
  assert.deepEqual(rows, [{ key: 'key-1' }])
})

test('messages from vendors and the history of links go with age, each by its own retention', async () => {
  const { id: tenantId } = await provisionTenant(database.url, 'connected')
  const made = `'system:test', now(), now()`
  await admin.query(
    `with it as (
       insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, created_by, created_at, updated_at)
       values ($1, gen_random_uuid(), 'any', 'Any', '{}', 60, ${made}) returning tenant_id, id),
     link as (
       insert into links (tenant_id, id, integration_id, task_id, state, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, gen_random_uuid(), 'planned', now(), now() from it returning tenant_id, id),
     steps as (
       insert into link_history (tenant_id, link_id, id, at, direction, cause)
       select tenant_id, id, gen_random_uuid(), now() - n * interval '1 hour', 'note', n::text
       from link, generate_series(1, 5100) n)
     insert into inbound_messages (tenant_id, integration_id, id, received_at, outcome, body_bytes)
     select tenant_id, id, gen_random_uuid(), now() - n * interval '1 hour', 'refused', 1
     from it, generate_series(1, 48) n`,
    [tenantId],
  )
  const count = async (table: string) => {
    const { rows } = await admin.query<{ n: number }>(`select count(*)::integer as n from ${table}`)
    return rows[0]?.n
  }
  await keep()
  assert.deepEqual([await count('link_history'), await count('inbound_messages')], [5_100, 48])
  await keep({ deliveryMs: DAY_MS + 60_000 })
  assert.deepEqual([await count('link_history'), await count('inbound_messages')], [5_100, 24])
  lines = []
  await keep({ auditMs: 2 * DAY_MS + 60_000 })
  assert.equal(summary()['link_history_purged'], 5_052)
  assert.deepEqual([await count('link_history'), await count('inbound_messages')], [48, 24])
})

test('jobs of connectors end when their time is over, with chunks of theirs, and go after a week', async () => {
  const { id: tenantId } = await provisionTenant(database.url, 'beside-a-database')
  await admin.query(
    `with made as (
       insert into connectors (tenant_id, id, name, created_by, created_at, updated_at)
       values ($1, gen_random_uuid(), 'warehouse', 'system:test', now(), now()) returning tenant_id, id),
     job as (
       insert into edge_jobs (tenant_id, id, connector_id, database, statement, params, state, created_by, created_at,
         expires_at)
       select tenant_id, gen_random_uuid(), id, 'erp', 'open', '{}', 'waiting', 'system:test',
         now() - n * interval '1 day', now() + interval '1.5 days' - n * interval '1 day'
       from made, generate_series(1, 9) n returning tenant_id, id)
     insert into edge_job_chunks (tenant_id, job_id, number, body) select tenant_id, id, 0, '[]' from job`,
    [tenantId],
  )
  lines = []
  await keep()
  assert.deepEqual([summary()['edge_jobs_expired'], summary()['edge_jobs_purged']], [8, 3])
  const { rows } = await admin.query<{ state: string; jobs: number; chunks: number }>(
    `select state, count(*)::int as jobs, count(c.job_id)::int as chunks
     from edge_jobs j left join edge_job_chunks c on c.job_id = j.id group by state order by state`,
  )
  assert.deepEqual(rows, [
    { state: 'expired', jobs: 5, chunks: 0 },
    { state: 'waiting', jobs: 1, chunks: 1 },
  ])
})

test('several workers at once do not conflict', async () => {
  for (const table of ['events', 'audit_entries']) {
    await owner.query(`drop table ${weekName(table, 49).name}, ${weekName(table, 56).name}`)
    await addPartition(table, -100)
  }
  const others = [1, 2, 3].map(() => openTestDatabase(database.url, 1))
  const retention = { ...unlimited, eventMs: 30 * DAY_MS, auditMs: 30 * DAY_MS }
  const failures: unknown[] = []
  let made = 0
  const log = {
    info: (fields: { partitions_created: number }) => void (made += fields.partitions_created),
    error: (fields: { err: unknown }) => void failures.push(fields.err),
  } as unknown as Parameters<typeof runMaintenance>[0]['log'] // two of its many overloads
  await Promise.all(others.map((each) => runMaintenance({ config: { retention }, db: each, log })))
  await Promise.all(others.map((each) => each.close()))
  assert.deepEqual(failures, [])
  assert.equal(made, 4)
})

test('one worker at a time runs maintenance, and none before it is due again', async () => {
  const others = [1, 2, 3].map(() => openTestDatabase(database.url, 1))
  let rounds = 0
  const log = { info: () => void rounds++, error: () => undefined }
  const parts = others.map((each) => ({ config: { retention: unlimited }, db: each, log }))
  const ran = await Promise.all(parts.map((each) => runRound(each)))
  assert.deepEqual([rounds, ran.filter(Boolean).length], [1, 1])
  assert.deepEqual(await Promise.all(parts.map((each) => runRound(each))), [false, false, false])
  const leased = async (change: string) => {
    await admin.query(`update maintenance_lease set ${change}`)
    return Promise.all(parts.map((each) => runRound(each)))
  }
  const held = await leased(
    `due_at = now(), holder = gen_random_uuid(), held_until = now() + '1 h'`,
  )
  assert.deepEqual(held, [false, false, false])
  const over = await leased(`held_until = now() - interval '1 s'`)
  assert.equal(over.filter(Boolean).length, 1, 'another worker takes the lease of one that died')
  await Promise.all(others.map((each) => each.close()))
})

test('a row without its partition bars no other, and a chore that fails stops no other', async () => {
  const future = weekName('events', 56)
  await owner.query(`drop table ${future.name}`)
  // A row that arrived before its partition was made sits in the default one and bars the way.
  await admin.query(
    `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     values (gen_random_uuid(), gen_random_uuid(), 't', gen_random_uuid(), 'a', '{}', '{}', '{}', $1)`,
    [`${future.from} 12:00:00+00`],
  )
  await keep({})
  assert.equal(
    summary()['partitions_created'],
    0,
    'that week stays in the default partition, the others are there',
  )
  lines = []
  const old = await addPartition('events', -200)
  await owner.query('alter function add_partition(regclass, date) rename to elsewhere')
  await keep({ eventMs: 30 * DAY_MS })
  const failure = lines.find(({ message }) => message.startsWith('maintenance step failed'))
  assert.equal(failure?.fields['step'], 'partitions_created')
  assert.deepEqual(summary()['events_dropped'], [old])
  assert.equal(summary()['idempotency_keys_purged'], 0)
})
