import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runMaintenance } from '#app/maintenance/maintenance.ts'
import { readiness } from '#app/readiness.ts'
import type { Database } from '#db/database.ts'
import { sql } from '#db/sql.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { provisionTenant } from '../../../../tests/harness/service.ts'

/** A lock attempt of maintenance delays others by 200 ms; the rest is for a busy machine. Waiting for locks took 5 s. */
const LONGEST_STALL_MS = 2_000
const DAY_MS = 86_400_000
const tables = ['events', 'audit_entries', 'deliveries', 'delivery_attempts']

let database: TestDatabase
let db: Database
let owner: Client
let dump: Client
let tenantId: string

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  owner = new Client({ connectionString: database.url })
  dump = new Client({ connectionString: database.superuserUrl })
  await Promise.all([owner.connect(), dump.connect()])
  tenantId = (await provisionTenant(database.url, 'busy')).id
})

after(async () => {
  await Promise.all([db.close(), owner.end(), dump.end()])
  await database.drop()
})

/** A missing week at the end, and an expired one at the beginning. */
async function prepareWork(): Promise<void> {
  for (const table of tables) {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = $1::regclass and c.relname ~ '_[0-9]{8}$' order by 1 desc limit 1`,
      [table],
    )
    await owner.query(`drop table ${rows[0]?.name}`)
    await owner.query(
      `create table ${table}_20200106 partition of ${table}
       for values from ('2020-01-06 00:00:00+00') to ('2020-01-13 00:00:00+00')`,
    )
  }
}

async function countWork(): Promise<{ weeks: number; old: number }> {
  const { rows } = await owner.query<{ weeks: number; old: number }>(
    `select count(*)::int as weeks, count(*) filter (where c.relname ~ '_20200106$')::int as old
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = any($1::regclass[]) and c.relname ~ '_[0-9]{8}$'`,
    [tables],
  )
  return rows[0] ?? { weeks: 0, old: 0 }
}

/** The locks of `pg_dump`: ACCESS SHARE on every table and partition, until it has finished. */
async function holdLikeDump(): Promise<void> {
  await dump.query('begin transaction isolation level repeatable read read only')
  await dump.query(`lock table ${tables.join(', ')} in access share mode`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function writeAndRead(): Promise<void> {
  await db.tenantTx(tenantId, async (tx) => {
    await tx.rows(sql`
      insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
      values (${tenantId}, gen_random_uuid(), 't', gen_random_uuid(), 'a', '{}', '{}', '{}', now())`)
    await tx.rows(sql`select 1 from events where ${tx.mine()} limit 1`)
  })
}

function maintain(): Promise<boolean> {
  const log = { info: () => undefined, error: () => undefined }
  const keptMs = 400 * DAY_MS
  return runMaintenance({
    config: {
      retention: { idempotencyMs: DAY_MS, eventMs: keptMs, deliveryMs: keptMs, auditMs: keptMs },
    },
    db,
    log,
  })
}

test('maintenance during a dump delays neither writes nor readiness, and finishes after it', async (t) => {
  await prepareWork()
  const prepared = await countWork()
  assert.equal(prepared.old, tables.length)
  await holdLikeDump()
  const maintenance = maintain()
  const stalls = { write: 0, ready: 0 }
  for (const end = Date.now() + 4_000; Date.now() < end; await sleep(20)) {
    const ready = readiness(db)
    const [write, isReady] = await Promise.all([timed(writeAndRead), timed(ready.isReady)])
    stalls.write = Math.max(stalls.write, write)
    stalls.ready = Math.max(stalls.ready, isReady)
  }
  t.diagnostic(
    `longest write ${Math.round(stalls.write)} ms, readiness ${Math.round(stalls.ready)} ms`,
  )
  await dump.query('commit')
  await maintenance
  assert.ok(stalls.write < LONGEST_STALL_MS, `a write waited ${Math.round(stalls.write)} ms`)
  assert.ok(stalls.ready < LONGEST_STALL_MS, `readiness waited ${Math.round(stalls.ready)} ms`)
  await maintain()
  assert.deepEqual(await countWork(), { weeks: prepared.weeks, old: 0 })
})
