import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../tests/harness/database.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Database } from './database.ts'
import { ensurePartitions, PartitionsLocked } from './partitions.ts'
import type { Reader } from './reader.ts'

let database: TestDatabase
let db: Database
let owner: Client
let admin: Client

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

afterEach(async () => {
  await ensurePartitions(db.maintenance)
})

async function listPartitions(table: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = $1::regclass and inhrelid::regclass::text ~ '_[0-9]{8}$' order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Detaches the last week that was created in advance. */
async function detachLast(table: string): Promise<string> {
  const name = (await listPartitions(table)).at(-1) ?? assert.fail()
  await owner.query(`alter table ${table} detach partition ${name}`)
  return name
}

test('an empty table with the name of a missing partition is replaced', async () => {
  const name = await detachLast('events')
  await owner.query(`alter table ${name} add column extra text`)
  assert.equal(await ensurePartitions(db.maintenance), 1)
  assert.ok((await listPartitions('events')).includes(name))
})

test('one with rows is kept, is named in the error, and does not delay others', async () => {
  const name = await detachLast('events')
  const other = (await listPartitions('deliveries')).at(-1)
  await owner.query(`drop table ${other}`)
  await admin.query(
    `insert into ${name} (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     values ($1, $1, 'task.created', $1, 'system:test', '{}', '{}', '{}', now())`,
    [uuidv7()],
  )
  await assert.rejects(ensurePartitions(db.maintenance), (error: Error) => {
    assert.match(error.message, new RegExp(`table ${name} is not a partition of events`))
    assert.match(error.message, /rows/)
    return true
  })
  const { rows } = await admin.query(`select from ${name}`)
  assert.equal(rows.length, 1)
  assert.ok((await listPartitions('deliveries')).includes(other ?? ''))
  await owner.query(`drop table ${name}`)
})

test('one of another owner is kept, and is named in the error', async () => {
  const name = await detachLast('events')
  await admin.query(`alter table ${name} owner to current_user`)
  await assert.rejects(
    ensurePartitions(db.maintenance),
    new RegExp(`table ${name} is not a partition of events.*owner`),
  )
  await admin.query(`drop table ${name}`)
})

test('a locked table is skipped after one partition, and the others get theirs', async () => {
  for (const table of ['events', 'deliveries']) {
    for (const name of (await listPartitions(table)).slice(-3)) {
      await owner.query(`drop table ${name}`)
    }
  }
  let attempts = 0
  const counting: Reader = {
    ...db.maintenance,
    rows(statement) {
      if (statement.values.includes('events')) attempts++
      return db.maintenance.rows(statement)
    },
  }
  await owner.query('begin')
  await owner.query('lock table events_default in access share mode')
  try {
    await assert.rejects(ensurePartitions(counting), PartitionsLocked)
  } finally {
    await owner.query('rollback')
  }
  assert.equal(attempts, 5)
  assert.equal(
    (await listPartitions('deliveries')).length,
    (await listPartitions('audit_entries')).length,
  )
  assert.equal(await ensurePartitions(db.maintenance), 3)
})
