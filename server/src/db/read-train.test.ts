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

/** Row security alone decides what it sees: the statement names no tenant. */
const counters = (tenantId: string | undefined) =>
  db.tenantRead(tenantId ?? '', (tx) =>
    tx.rows<{ last_number: number; at: number; pid: number }>(
      sql`select last_number, extract(epoch from now())::float8 as at, pg_backend_pid() as pid from task_counters`,
    ),
  )

const fail = (code: string) =>
  db.tenantRead(uuidv7(), (tx) => tx.rows(sql`select raise_error(${code})`))

test('reads that wait together are one transaction, and each sees its own tenant only', async () => {
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

test('one that fails keeps neither those before nor those behind it from their answers', async () => {
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

test('a connection lost on the way fails the read it was at; those behind it are read on another', async () => {
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
