import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../tests/harness/database.ts'
import { isUnavailable } from '../lib/database-failure.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let admin: Client
let db: Database
const tenants = Array.from({ length: 10 }, () => uuidv7())

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await admin.query(`create function raise_error(code text) returns void language plpgsql as
    $$ begin raise exception 'raised' using errcode = code; end $$`)
  db = openTestDatabase(database.url, 1)
  for (const [index, id] of tenants.entries()) {
    await db.tenantTx(id, (tx) =>
      tx.rows(sql`insert into task_counters (tenant_id, last_number) values (${id}, ${index})`),
    )
  }
})

after(async () => {
  await Promise.all([db.close(), admin.end()])
  await database.drop()
})

/** Only row-level security limits the rows: the statement names no tenant. */
const counters = (tenantId: string | undefined) =>
  db.tenantRead(tenantId ?? '', (tx) =>
    tx.rows<{ last_number: number; at: number; pid: number }>(
      sql`select last_number, extract(epoch from now())::float8 as at, pg_backend_pid() as pid from task_counters`,
    ),
  )

const fail = (code: string) =>
  db.tenantRead(uuidv7(), (tx) => tx.rows(sql`select raise_error(${code})`))

test('reads that wait together run in one transaction, and each sees only its own tenant', async () => {
  await counters(tenants[0])
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => counters(tenants[index % tenants.length])),
  )
  for (const [index, rows] of answers.entries()) {
    assert.deepEqual(
      rows.map((row) => row.last_number),
      [index % tenants.length],
    )
  }
  // now() is the time the transaction began.
  const transactions = new Set(answers.flat().map((row) => row.at))
  assert.ok(transactions.size <= 6, `${transactions.size} transactions`)
})

test('a failing read does not affect the reads before or after it', async () => {
  const [first, failed, ...behind] = await Promise.allSettled([
    counters(tenants[1]),
    fail('22023'),
    counters(tenants[2]),
    fail('22012'),
    counters(tenants[3]),
  ])
  assert.equal(first.status === 'fulfilled' && first.value[0]?.last_number, 1)
  assert.equal(failed.status === 'rejected' && failed.reason.code, '22023')
  assert.equal(behind[0]?.status === 'fulfilled' && behind[0].value.length, 1)
  assert.equal(behind[1]?.status === 'rejected' && behind[1].reason.code, '22012')
  assert.equal(behind[2]?.status === 'fulfilled' && behind[2].value.length, 1)
})

test('a lost connection fails only the current read; later ones run on another connection', async () => {
  const [row] = await counters(tenants[0])
  const slow = db.tenantRead(uuidv7(), (tx) => tx.rows(sql`select pg_sleep(30)`))
  const behind = Promise.all([counters(tenants[1]), counters(tenants[2])])
  const ended = assert.rejects(slow, isUnavailable)
  await new Promise((resume) => setTimeout(resume, 200))
  await admin.query('select pg_terminate_backend($1)', [row?.pid])
  await ended
  for (const [answer] of await behind) assert.notEqual(answer?.pid, row?.pid)
})

test('without a tenant nothing is read', async () => {
  await assert.rejects(counters(undefined))
})

test('after a failed setting, no read runs with the previous tenant', async () => {
  await counters(tenants[0])
  const unsettable = '\0'
  // A lock of the session would outlive the aborted transaction.
  const lock = () =>
    db.tenantRead(unsettable, (tx) => tx.rows(sql`select pg_advisory_lock(4711), pg_backend_pid()`))
  const [first, failed, behind, also] = await Promise.allSettled([
    counters(tenants[1]),
    lock(),
    counters(tenants[2]),
    lock(),
  ])
  const { rows } =
    await admin.query(`select from pg_locks where locktype = 'advisory' and objid = 4711
       and database = (select oid from pg_database where datname = current_database())`)
  assert.equal(rows.length, 0, 'the read ran')
  assert.equal(first.status === 'fulfilled' && first.value[0]?.last_number, 1)
  for (const one of [failed, also]) {
    assert.equal(one.status === 'rejected' && one.reason.code, '08P01')
  }
  assert.equal(behind.status === 'fulfilled' && behind.value[0]?.last_number, 2)
})

test('control: with session settings, the read after a failed one sees the previous tenant', async () => {
  const client = new Client({ connectionString: database.url, pipeline: true })
  await client.connect()
  const [, , failed, met] = await Promise.allSettled([
    client.query('set role task_service_app'),
    client.query(`set app.tenant_id = '${tenants[1]}'`),
    client.query(`set app.tenant_id = '\0'`),
    client.query({ text: 'select last_number from task_counters' }),
  ])
  await client.end()
  assert.equal(failed.status, 'rejected')
  assert.deepEqual(met.status === 'fulfilled' && met.value.rows, [{ last_number: 1 }])
})

test('a tenant ID is escaped, whatever it contains', async () => {
  const other = `${tenants[1]}'; set local app.tenant_id = '${tenants[2]}`
  for (const id of [other, `\\'${other}`]) await assert.rejects(counters(id), { code: '22P02' })
})

test('a read cannot write, and its connection can write afterwards', async () => {
  const [id = ''] = tenants
  const raise = sql`update task_counters set last_number = last_number + 0 returning last_number`
  await assert.rejects(
    db.tenantRead(id, (tx) => tx.rows(raise)),
    { code: '25006' },
  )
  assert.equal((await db.tenantTx(id, (tx) => tx.rows(raise))).length, 1)
})

test('a connection survives a failed read, and its prepared statements are reused', async () => {
  const [earlier] = await counters(tenants[0])
  await Promise.allSettled([
    fail('22023'),
    counters(tenants[1]),
    fail('22023'),
    counters(tenants[2]),
  ])
  const [later] = await counters(tenants[0])
  assert.equal(later?.pid, earlier?.pid)
})
