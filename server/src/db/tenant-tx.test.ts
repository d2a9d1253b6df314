import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { until } from '../../../tests/operate/until.ts'
import { DatabaseUnavailable, isUnavailable } from '../lib/database-failure.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { type Database, openDatabase } from './database.ts'
import { sql } from './sql.ts'
import type { Tx } from './tenant-tx.ts'

let database: TestDatabase
let db: Database
let admin: Client

function open(poolSize: number, statementTimeoutMs = 10_000): Database {
  return openDatabase({
    url: database.url,
    rolePrefix: 'task_service',
    poolSize,
    statementTimeoutMs,
  })
}

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await admin.query(`create function raise_error(code text) returns void language plpgsql as
    $$ begin raise exception 'raised' using errcode = code; end $$`)
  await admin.query('create table probe (tenant_id uuid, id uuid, n int)')
  await admin.query('grant select, insert, update on probe to task_service_app')
  db = open(4)
})

after(async () => {
  await Promise.all([db.close(), admin.end()])
  await database.drop()
})

/** The counter is the smallest tenant table: one row per tenant. */
function setCounter(tx: Tx, value: number): Promise<unknown> {
  return tx.rows(sql`
    insert into task_counters (tenant_id, last_number) values (${tx.tenantId}, ${value})
    on conflict (tenant_id) do update set last_number = excluded.last_number`)
}

async function readCounter(tenantId: string): Promise<number | undefined> {
  const { rows } = await admin.query<{ last_number: string }>(
    'select last_number from task_counters where tenant_id = $1',
    [tenantId],
  )
  return rows[0] && Number(rows[0].last_number)
}

function fail(tx: Tx, sqlstate: string): Promise<unknown> {
  return tx.rows(sql`select raise_error(${sqlstate})`)
}

async function pidOf(tx: Tx): Promise<number> {
  return (await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid ?? 0
}

/** Returns when the backend is gone. */
async function terminate(pid: number): Promise<void> {
  await admin.query('select pg_terminate_backend($1)', [pid])
  await until('the backend is gone', async () => {
    const { rowCount } = await admin.query('select from pg_stat_activity where pid = $1', [pid])
    return rowCount === 0
  })
}

test('writes are committed when the work succeeds and rolled back when it fails', async () => {
  const tenantId = uuidv7()
  await db.tenantTx(tenantId, (tx) => setCounter(tx, 1))
  assert.equal(await readCounter(tenantId), 1)
  const failure = new Error('changed my mind')
  const work = db.tenantTx(tenantId, async (tx) => {
    await setCounter(tx, 2)
    throw failure
  })
  await assert.rejects(work, failure)
  assert.equal(await readCounter(tenantId), 1)
})

test('a savepoint rolls back its own part, and the transaction continues', async () => {
  const [tenantId, other] = [uuidv7(), uuidv7()]
  await db.tenantTx(tenantId, async (tx) => {
    await setCounter(tx, 1)
    const inner = tx.savepoint(async () => {
      await setCounter(tx, 2)
      await fail(tx, '23505')
    })
    await assert.rejects(inner)
    await tx.savepoint(() => tx.rows(sql`select 1`))
  })
  assert.equal(await readCounter(tenantId), 1)
  assert.equal(await readCounter(other), undefined)
})

test('one connection serves several tenants in turn and keeps them apart', async () => {
  const single = open(1)
  const tenants = [uuidv7(), uuidv7(), uuidv7()]
  for (const [index, id] of tenants.entries()) {
    await single.tenantTx(id, (tx) => setCounter(tx, index))
  }
  for (const [index, id] of tenants.entries()) {
    const rows = await single.tenantRead(id, (tx) =>
      tx.rows<{ last_number: number }>(sql`select last_number from task_counters`),
    )
    assert.deepEqual(rows, [{ last_number: index }])
  }
  await single.close()
})

test('a read cannot write, and a transaction cannot write for another tenant', async () => {
  const tenantId = uuidv7()
  await assert.rejects(db.tenantRead(tenantId, (tx) => setCounter(tx, 1)))
  const foreign = db.tenantTx(tenantId, (tx) =>
    tx.rows(sql`insert into task_counters (tenant_id, last_number) values (${uuidv7()}, 1)`),
  )
  await assert.rejects(foreign, { code: '42501' })
})

test('a deadlock is retried, and both transactions succeed', async () => {
  const [tenantId, ids] = [uuidv7(), [uuidv7(), uuidv7()]]
  await db.tenantTx(tenantId, async (tx) => {
    for (const id of ids) {
      await tx.rows(sql`insert into probe (tenant_id, id, n) values (${tenantId}, ${id}, 0)`)
    }
  })
  let tries = 0
  const cross = (first: string | undefined, second: string | undefined) =>
    db.tenantTx(tenantId, async (tx) => {
      tries++
      for (const id of [first, second]) {
        await tx.rows(sql`update probe set n = n + 1 where ${tx.mine()} and id = ${id}`)
        // Long enough for the other transaction to lock its first row.
        await tx.rows(sql`select pg_sleep(0.3)`)
      }
    })
  await Promise.all([cross(ids[0], ids[1]), cross(ids[1], ids[0])])
  const { rows } = await admin.query<{ n: number }>('select n from probe')
  assert.deepEqual(rows, [{ n: 2 }, { n: 2 }])
  assert.equal(tries, 3)
})

test('a serialization failure is tried three times and then reported as unavailable, other errors are not retried', async () => {
  for (const [code, expected] of [
    ['40001', 3],
    ['40P01', 3],
    ['23505', 1],
    ['57014', 1],
  ] as const) {
    let tries = 0
    const work = db.tenantTx(uuidv7(), async (tx) => {
      tries++
      await fail(tx, code)
    })
    await assert.rejects(work, { code })
    assert.equal(tries, expected, code)
  }
  assert.ok(isUnavailable(Object.assign(new Error('raced'), { code: '40001' })))
})

test('a commit that the server turns into a rollback is not reported as a success', async () => {
  const tenantId = uuidv7()
  const work = db.tenantTx(tenantId, async (tx) => {
    await setCounter(tx, 1)
    // Swallowed by mistake: the transaction is lost, and only the server's response to COMMIT shows it.
    await fail(tx, '23505').catch(() => undefined)
  })
  await assert.rejects(work, (error) => error instanceof DatabaseUnavailable)
  assert.equal(await readCounter(tenantId), undefined)
})

test('a connection lost before the commit is not reported as a success, and ends neither process nor pool', async () => {
  const single = open(1)
  const tenantId = uuidv7()
  const work = single.tenantTx(tenantId, async (tx) => {
    await setCounter(tx, 1)
    await terminate(await pidOf(tx))
  })
  await assert.rejects(work, (error) => error instanceof DatabaseUnavailable)
  assert.equal(await readCounter(tenantId), undefined)
  await single.tenantTx(tenantId, (tx) => setCounter(tx, 2))
  assert.equal(await readCounter(tenantId), 2)
  await single.close()
})

test('a connection lost between two statements fails the second as unavailable', async () => {
  const work = db.tenantTx(uuidv7(), async (tx) => {
    await terminate(await pidOf(tx))
    await setCounter(tx, 1)
  })
  await assert.rejects(work, isUnavailable)
})

test('a statement that exceeds the timeout is canceled and reported as unavailable', async () => {
  const impatient = open(1, 200)
  const work = impatient.tenantRead(uuidv7(), (tx) => tx.rows(sql`select pg_sleep(5)`))
  await assert.rejects(work, isUnavailable)
  await impatient.tenantRead(uuidv7(), (tx) => tx.rows(sql`select 1`))
  await impatient.close()
})

test('a wait for a lock or a connection ends soon enough for a response within five seconds', async () => {
  const one = open(1)
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const holding = one.tenantTx(uuidv7(), async (tx) => {
    const [row] = await tx.rows<{ limit: string }>(
      sql`select current_setting('lock_timeout') as limit`,
    )
    await gate
    return row?.limit
  })
  const waiting = one
    .tenantTx(uuidv7(), (tx) => pidOf(tx))
    .then(
      () => 'served',
      (error: unknown) => (isUnavailable(error) ? 'unavailable' : error),
    )
  // Timers of one process fire in order, however slow the machine is.
  assert.equal(await Promise.race([waiting, sleep(4_500, 'too late')]), 'unavailable')
  release()
  assert.equal(await holding, '4s')
  await one.close()
})

test('statements are not JIT-compiled, whatever the default of the server', async () => {
  const asked = sql`select current_setting('jit') as jit`
  const [ofServer] = (await admin.query<{ jit: string }>(asked.text)).rows
  const [ofTenant] = await db.tenantTx(uuidv7(), (tx) => tx.rows<{ jit: string }>(asked))
  const [ofFeed] = await db.feed.tx((tx) => tx.rows<{ jit: string }>(asked))
  assert.deepEqual([ofServer?.jit, ofTenant?.jit, ofFeed?.jit], ['on', 'off', 'off'])
})
