// From the release that dispatched below the oldest open transaction: events are neither sent again nor lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type EmptyDatabase, emptyDatabase } from '../../../../../../tests/harness/database.ts'
import {
  addEvents,
  addWebhook,
  newProcess,
} from '../../../../../../tests/harness/webhooks/dispatch-scene.ts'
import { until } from '../../../../../../tests/operate/until.ts'
import { type Database, openDatabase } from '../../../../db/database.ts'
import { migrate } from '../../../../db/migrate.ts'
import { listMigrations } from '../../../../db/schema-version.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import { dispatchNew, dispatchRest } from '../service/dispatch.ts'

const LAST_BEFORE = 30
const known = listMigrations()

let database: EmptyDatabase
let admin: Client
let db: Database

before(async () => {
  database = await emptyDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await upgrade(LAST_BEFORE)
})

after(async () => {
  await Promise.all([db?.close(), admin.end()])
  await database.drop()
})

const upgrade = (last: number) =>
  migrate({
    databaseUrl: database.url,
    rolePrefix: database.rolePrefix,
    migrations: known.filter(({ version }) => version <= last),
  })

const placeOf = async (id: string) => {
  const { rows } = await admin.query<{ xid: string; id: string }>(
    'select xid::text, id from events where id = $1',
    [id],
  )
  return [rows[0]?.xid, rows[0]?.id]
}

/** As the dispatcher of that release does. */
const moveCursor = async (client: Client, id: string | undefined) =>
  client.query('update dispatch_cursor set xid = $1::text::xid8, id = $2', await placeOf(id ?? ''))

test('events after the cursor and those set aside are dispatched once, after the current round', async () => {
  const [few, many] = [uuidv7(), uuidv7()]
  for (const tenant of [few, many]) await addWebhook(admin, tenant)
  const sent = await addEvents(admin, few, 3)
  const aside = await addEvents(admin, many, 10)
  // One transaction that was read partially.
  const split = await addEvents(admin, few, 6)
  const last = await addEvents(admin, many, 2)
  await moveCursor(admin, sent.at(-1))
  const [from, to] = [await placeOf(aside[3] ?? ''), await placeOf(aside[9] ?? '')]
  await admin.query(
    `insert into dispatch_backlog (tenant_id, xid, id, until_xid, until_id)
     values ($1, $2::text::xid8, $3, $4::text::xid8, $5)`,
    [many, ...from, ...to],
  )
  const old = new Client({ connectionString: database.superuserUrl })
  await old.connect()
  await old.query('begin')
  await old.query('select xid, id from dispatch_cursor')
  const migrating = upgrade(known.length)
  await until('the migration waits for the round', async () => {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount === 1
  })
  await moveCursor(old, split[1])
  await old.query('commit')
  await migrating
  const left = await old.query('select from dispatch_cursor union all select from dispatch_backlog')
  assert.equal(left.rowCount, 0, 'a dispatcher of that release finds nothing')
  await old.end()

  db = openDatabase({
    url: database.url,
    rolePrefix: database.rolePrefix,
    poolSize: 2,
    statementTimeoutMs: 10_000,
  })
  const parts = newProcess()
  await until('all is dispatched', async () => {
    const isNewLeft = await db.feed.tx((tx) => dispatchNew(tx, parts))
    const isRestLeft = await db.feed.tx((tx) => dispatchRest(tx, parts))
    return !isNewLeft.isFull && !isRestLeft.isFull
  })
  const dispatched = async (tenant: string) =>
    (
      await admin.query('select event_id from deliveries where tenant_id = $1 order by id', [
        tenant,
      ])
    ).rows.map((row) => row.event_id)
  assert.deepEqual(await dispatched(few), split.slice(2))
  assert.deepEqual(await dispatched(many), [...aside.slice(4), ...last])
})
