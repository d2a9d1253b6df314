// A tenant with slow reads must not delay other tenants, however many it sends.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { until } from '../../../tests/operate/until.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { type Database, openDatabase } from './database.ts'
import { sql } from './sql.ts'

/** Held by the test: a read that waits for it is as slow as the test needs, up to the lock timeout of 4 s. */
const TIMEOUT_MS = 3_000

const LOCK = 4712
const HOSTILE = uuidv7()

let database: TestDatabase
let admin: Client

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})

after(async () => {
  await admin.end()
  await database.drop()
})

function open(changes: Partial<Parameters<typeof openDatabase>[0]> = {}): Database {
  const limits = { poolSize: 10, statementTimeoutMs: 30_000, tenantShare: 50 }
  return openDatabase({ url: database.url, rolePrefix: 'task_service', ...limits, ...changes })
}

const readSlowly = (db: Database, tenantId: string) =>
  db.tenantRead(tenantId, (tx) => tx.rows(sql`select pg_advisory_xact_lock_shared(${LOCK})`))

const readQuickly = (db: Database, tenantId: string) =>
  db.tenantRead(tenantId, (tx) => tx.rows(sql`select 1 as quick`))

/** How many reads, each of another tenant, complete while the slow ones wait. */
async function countServed(db: Database, slow: () => Promise<unknown>[]): Promise<number> {
  await readQuickly(db, uuidv7())
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  const hostile = slow()
  let served = 0
  const others = async () => {
    for (; served < 20; served++) await readQuickly(db, uuidv7())
  }
  const reading = others()
  const isDone = until('others are served', () => served === 20, TIMEOUT_MS).catch(() => undefined)
  await isDone
  const count = served
  await admin.query('select pg_advisory_unlock($1)', [LOCK])
  await Promise.allSettled(hostile)
  await reading.catch(() => undefined)
  await db.close()
  return count
}

const many = (count: number, one: () => Promise<unknown>) => () =>
  Array.from({ length: count }, one)

test('a tenant that sends enough slow reads for all batches leaves one to the others', async () => {
  const db = open()
  assert.equal(
    await countServed(
      db,
      many(200, () => readSlowly(db, HOSTILE)),
    ),
    20,
  )
})

test('reads behind a slow one in the same batch run in another batch', async () => {
  const db = open()
  await readQuickly(db, uuidv7())
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  const slow = readSlowly(db, HOSTILE)
  let served = 0
  const behind = Array.from({ length: 8 }, async () => {
    await readQuickly(db, uuidv7())
    served++
  })
  try {
    await until('those behind are served', () => served === behind.length, TIMEOUT_MS)
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [LOCK])
    await Promise.allSettled([slow, ...behind])
    await db.close()
  }
})

test('three tenants with slow reads do not stop a fourth', async () => {
  const db = open()
  const hostile = [uuidv7(), uuidv7(), uuidv7()]
  const slow = () => hostile.flatMap((id) => many(1, () => readSlowly(db, id))())
  assert.equal(await countServed(db, slow), 20)
})

test('control: without a share one tenant takes everything', async () => {
  const db = open({ tenantShare: null })
  assert.ok(
    (await countServed(
      db,
      many(200, () => readSlowly(db, HOSTILE)),
    )) < 20,
  )
})

test('slow reads still complete, with all rows and once', async () => {
  const db = open()
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  const slow = Promise.all(many(40, () => readSlowly(db, HOSTILE))())
  await readQuickly(db, uuidv7())
  await admin.query('select pg_advisory_unlock($1)', [LOCK])
  assert.equal((await slow).length, 40)
  await db.close()
})
