import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Cluster, startCluster } from '../../../../tests/harness/cluster.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { checkEventLog, checkReplicationSlots } from '../../commands/doctor/event-log.ts'
import type { Database } from '../../db/database.ts'
import { findLogBlocker } from '../../db/operate/log-blocker.ts'
import { listSlots } from '../../db/operate/replication-slots.ts'
import { watchLogBlocker } from './blocker-watch.ts'

let cluster: Cluster
let database: TestDatabase
let elsewhere: TestDatabase
let db: Database
let other: Client

before(async () => {
  cluster = await startCluster({
    fsync: false,
    inMemory: true,
    // Autovacuum has its own transactions.
    settings: { max_prepared_transactions: '2', autovacuum: 'off' },
  })
  database = await createDatabase({ cluster })
  elsewhere = await createDatabase({ cluster })
  db = openTestDatabase(database.url)
  other = new Client({ connectionString: elsewhere.superuserUrl, application_name: 'nightly' })
  await other.connect()
})

after(async () => {
  await Promise.all([db.close(), other.end()])
  await cluster.stop()
})

/** What a test writes in another database of the server, until it ends the transaction. */
async function beginElsewhere(): Promise<void> {
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
}

test('a transaction in another database is named, with what ends it', async () => {
  assert.equal(await findLogBlocker(db.owner), undefined)
  await other.query('begin')
  await other.query('select 1')
  assert.equal(await findLogBlocker(db.owner), undefined, 'reading holds back nothing')
  await other.query('commit')
  await beginElsewhere()
  const blocker = await findLogBlocker(db.owner)
  assert.deepEqual(
    [blocker?.kind, blocker?.database, blocker?.user, blocker?.application],
    ['session', elsewhere.name, 'postgres', 'nightly'],
  )
  assert.ok(Number(blocker?.pid) > 0)
  assert.equal(blocker?.open_ms, null, 'the owner is no superuser and may not see since when')
  const hidden = await checkEventLog(db, 0)
  assert.equal(hidden.state, 'fail')
  assert.match(
    hidden.detail,
    new RegExp(`pid ${blocker?.pid} in database "${elsewhere.name}".*nightly`),
  )
  assert.match(String(hidden.fix), /pg_terminate_backend\(\d+\).*grant pg_read_all_stats/)
  assert.equal((await checkEventLog(db)).state, 'ok', 'it is not long')

  await other.query(`grant pg_read_all_stats to ${new URL(database.url).username}`)
  await other.query('commit')
  await beginElsewhere()
  const seen = await findLogBlocker(db.owner)
  assert.ok(seen?.open_ms !== null && seen?.query_started_at instanceof Date)
  const shown = await checkEventLog(db, 0)
  assert.match(shown.detail, /idle in transaction, open for \d+ s, its last query started 20/)
  await other.query('commit')
  assert.equal((await checkEventLog(db, 0)).state, 'ok')
})

test('a prepared transaction is named too', async () => {
  await beginElsewhere()
  await other.query(`prepare transaction 'left behind'`)
  const found = await checkEventLog(db, 0)
  assert.match(found.detail, /prepared transaction "left behind" in database "test_.*user postgres/)
  assert.match(String(found.fix), /rollback prepared 'left behind'/)
  await other.query(`rollback prepared 'left behind'`)
})

test('a replication slot without a consumer is mentioned, with what drops it', async () => {
  assert.deepEqual((await checkReplicationSlots(db)).fix, undefined)
  await other.query(`select pg_create_physical_replication_slot('forgotten', true)`)
  const [slot] = await listSlots(db.maintenance)
  assert.deepEqual([slot?.slot, slot?.is_active], ['forgotten', false])
  assert.ok(Number(slot?.retained_bytes) >= 0)
  const found = await checkReplicationSlots(db)
  assert.equal(found.state, 'warn', 'it delays no event')
  assert.match(found.detail, /slot "forgotten" has no consumer/)
  assert.match(String(found.fix), /pg_drop_replication_slot\('forgotten'\)/)
  await other.query(`select pg_drop_replication_slot('forgotten')`)
})

test('a worker looks for the blocker only while the feed waits, and says once who it is', async () => {
  const lines: string[] = []
  let lag = 0
  const log = { warn: (_fields: object, message: string) => void lines.push(message) }
  const watch = watchLogBlocker({ db, lagSeconds: () => lag, log: log as never }) // one of its overloads
  await beginElsewhere()
  await watch.look()
  assert.deepEqual(lines, [])
  lag = 3
  await watch.look()
  await watch.look()
  assert.equal(lines.length, 1)
  assert.match(
    lines[0] ?? '',
    /the event feed is delayed by the transaction of pid \d+ in database/,
  )
  await other.query('commit')
  await watch.look()
  watch.stop()
})
