// The queue of this release on the tables of a later one, which is installed while its processes still run and restart.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { PgBoss } from 'pg-boss'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../tests/harness/database.ts'
import type { Database } from '../db/database.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { QUEUE_SCHEMA } from './accept-newer-schema.ts'
import { type JobData, type NewJob, openQueue, type Queue } from './queue.ts'

const NEWER = new URL('../../../tests/harness/migration/pg-boss-46.sql', import.meta.url)

let database: TestDatabase
let db: Database
let running: Queue<JobData>

const open = (onError: (error: Error) => void = (error) => assert.fail(error)) =>
  openQueue<JobData>({ feed: db.feed, name: 'deliver', onError })

/** The supervision of a running process takes locks that the installation takes, too. It repeats two seconds later. */
const failUnlessDeadlock = (error: Error & { code?: string }) => {
  if (error.code !== '40P01') assert.fail(error)
}

const newJob = (): NewJob<JobData> => ({
  id: uuidv7(),
  data: { tenant_id: uuidv7() },
  group: 'a',
})

/** Everything that a worker does with the queue. */
async function work(queue: Queue<JobData>): Promise<void> {
  const [first, second, next] = [newJob(), newJob(), newJob()]
  await db.feed.tx((tx) => queue.add(tx, [first, second]))
  const taken = await queue.take({ limit: 10, exceptGroups: ['b'] })
  assert.deepEqual(new Set(taken.map(({ id }) => id)), new Set([first.id, second.id]))
  await queue.keepAlive([first.id, second.id])
  await queue.release([second.id])
  assert.deepEqual(
    (await queue.take({ limit: 10, exceptGroups: [] })).map(({ id }) => id),
    [second.id],
  )
  await queue.ack([first.id, second.id], [next])
  const last = await queue.take({ limit: 10, exceptGroups: [] })
  assert.deepEqual(
    last.map(({ data }) => data.tenant_id),
    [next.data.tenant_id],
  )
  await queue.ack([next.id], [])
}

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  running = await open(failUnlessDeadlock)
  await withAdmin(database.superuserUrl, (admin) => admin.query(readFileSync(NEWER, 'utf8')))
})

after(async () => {
  await running.stop()
  await db.close()
  await database.drop()
})

const setVersion = (version: number) =>
  withAdmin(database.superuserUrl, (admin) =>
    admin.query('update jobs.version set version = $1', [version]),
  )

test('a worker that runs continues, and a new one starts and works', async () => {
  await work(running)
  const started = await open()
  await work(started)
  await started.stop()
})

test('control: pg-boss itself does not start on it', async () => {
  const boss = new PgBoss({
    db: { executeSql: db.feed.execute },
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await assert.rejects(boss.start(), /requires migrations/)
})

test('an older version is refused', async () => {
  await setVersion(QUEUE_SCHEMA - 1)
  await assert.rejects(open(), /requires migrations/)
  await setVersion(46)
})
