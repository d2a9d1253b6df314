// A reader that holds a table for minutes: the migrator gives way, says who it is, and comes back until its time is over.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { migrate } from '../../server/src/db/migrate.ts'
import { listMigrations } from '../../server/src/db/schema-version.ts'
import { SchemaRefused } from '../../server/src/db/upgrade/schema-refused.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { LEVEL, nextMigration } from '../harness/migration/next-migration.ts'

let database: TestDatabase
let reader: Client

before(async () => {
  database = await createDatabase()
  // As the same user: others only see how long its transaction is open with pg_read_all_stats.
  reader = new Client({
    connectionString: database.url,
    application_name: 'nightly report',
  })
  await reader.connect()
})

after(async () => {
  await reader.end()
  await database.drop()
})

const migrations = [
  ...listMigrations(),
  nextMigration('alter table tasks add column later text', { worksWith: LEVEL }),
]

function start(lockWaitMs: number) {
  const notes: string[] = []
  const log = (note: string) => void notes.push(note)
  return { notes, result: migrate({ databaseUrl: database.url, migrations, lockWaitMs, log }) }
}

/** Until the migration ends, how long requests for the table took at most. */
async function longestRead(isOver: () => boolean): Promise<number> {
  return withAdmin(database.superuserUrl, async (client) => {
    let longest = 0
    while (!isOver()) {
      const startedAt = performance.now()
      await client.query('select from tasks limit 1')
      longest = Math.max(longest, performance.now() - startedAt)
      await sleep(5)
    }
    return longest
  })
}

test('its time over, it names the lock and its holder, and has changed nothing', async () => {
  await reader.query('begin; lock table tasks in access share mode')
  const { notes, result } = start(1_500)
  const error: unknown = await result.catch((thrown: unknown) => thrown)
  assert.ok(error instanceof SchemaRefused)
  assert.match(error.message, /did not get its locks within 2 s and was not applied/)
  const holder =
    /ACCESS EXCLUSIVE on tasks, held by process \d+ \(application "nightly report", transaction open for \d+ s\)/
  assert.match(error.message, holder)
  assert.match(notes.join('\n'), holder)
  const { rowCount } = await reader.query('select from schema_migrations')
  assert.equal(rowCount, LEVEL)
  await reader.query('commit')
})

test('it outlasts the reader, and no request waits longer than an attempt', async () => {
  await reader.query('begin; lock table tasks in access share mode')
  const { result } = start(60_000)
  let isOver = false
  const migrating = result.finally(() => {
    isOver = true
  })
  const [longestMs] = await Promise.all([
    longestRead(() => isOver),
    sleep(3_000).then(() => reader.query('commit')),
  ])
  assert.equal((await migrating).applied.length, 1)
  assert.ok(longestMs < 1_500, `a request waited ${Math.round(longestMs)} ms`)
})
