// Indexes built while requests write: no request waits for the build, and continues after a crash at any point.
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Client } from 'pg'
import { applyPending, MIGRATION_LOCK, migrate } from '../../server/src/db/migrate.ts'
import { listMigrations, type Migration } from '../../server/src/db/schema-version.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { LEVEL, nextMigration } from '../harness/migration/next-migration.ts'
import { until } from '../operate/until.ts'

const known = listMigrations()
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

beforeEach(async () => {
  await admin.query(`delete from schema_migrations where version > ${LEVEL}`)
  await admin.query('drop index if exists tasks_later; drop index if exists events_later')
})

const outside = (text: string) =>
  nextMigration(text, { worksWith: LEVEL, header: ['Transaction: none'] })

const onTasks = outside('create index concurrently tasks_later on tasks (tenant_id, status);')

const run = (migration: Migration, notes: string[] = []) =>
  migrate({
    databaseUrl: database.url,
    migrations: [...known, migration],
    lockWaitMs: 20_000,
    log: (note) => void notes.push(note),
  })

async function stateOf(index: string): Promise<boolean | undefined> {
  const { rows } = await admin.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0]?.valid
}

async function isRecorded(): Promise<boolean> {
  const { rowCount } = await admin.query(
    `select from schema_migrations where version = ${LEVEL + 1}`,
  )
  return rowCount === 1
}

const partsOf = async (index: string) =>
  (await admin.query('select from pg_inherits where inhparent = to_regclass($1)', [index])).rowCount

const isWaiting = async () => {
  const { rowCount } = await admin.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like 'create index concurrently%'`,
  )
  return rowCount === 1
}

/** While a transaction that has written is open, a build waits for it. */
async function withOpenWriter(work: () => Promise<void>): Promise<void> {
  await withAdmin(database.superuserUrl, async (writer) => {
    await writer.query('begin; lock table tasks in row exclusive mode')
    try {
      await work()
    } finally {
      await writer.query('rollback')
    }
  })
}

describe('an index of a plain table', () => {
  test('is built beside a transaction that writes, and requests write in the meantime', async () => {
    let building: Promise<unknown> | undefined
    await withOpenWriter(async () => {
      building = run(onTasks)
      building.catch(() => undefined) // awaited below
      await until('the build waits', isWaiting)
      await admin.query(`set lock_timeout = '100ms'; update tasks set status = status`)
    })
    await building
    assert.equal(await stateOf('tasks_later'), true)
    assert.equal(await isRecorded(), true)
  })

  test('control: the same index in a transaction makes writes wait', async () => {
    await withAdmin(database.superuserUrl, async (builder) => {
      await builder.query('begin; create index tasks_later on tasks (tenant_id, status)')
      const write = admin.query(`set lock_timeout = '100ms'; update tasks set status = status`)
      await assert.rejects(write, { code: '55P03' })
      await builder.query('rollback')
    })
  })

  test('is built again by the next migrator when one was killed in the middle', async () => {
    await withOpenWriter(async () => {
      const killed = run(onTasks).catch((error: unknown) => error)
      await until('the build waits', isWaiting)
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'`,
      )
      assert.ok((await killed) instanceof Error)
    })
    assert.equal(await stateOf('tasks_later'), false, 'an invalid index is left')
    assert.equal(await isRecorded(), false)
    const notes: string[] = []
    await run(onTasks, notes)
    assert.match(notes.join('\n'), /an interrupted build left the index tasks_later/)
    assert.equal(await stateOf('tasks_later'), true)
    assert.equal(await isRecorded(), true)
  })

  test('a process that vanished in the middle does not hold up the next one', async () => {
    await withOpenWriter(async () => {
      const socket = new Socket()
      const gone = new Client({ connectionString: database.url, stream: () => socket })
      gone.on('error', () => undefined) // the broken connection is the point
      await gone.connect()
      await gone.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      const options = { databaseUrl: database.url, migrations: [...known, onTasks] }
      const lost = applyPending(gone, options).catch(() => 'lost')
      await until('the build waits', isWaiting)
      socket.destroy()
      assert.equal(await lost, 'lost')
      await until('PostgreSQL has noticed', async () => !(await isWaiting()))
    })
    await run(onTasks)
    assert.equal(await stateOf('tasks_later'), true)
  })

  test('that is complete but not recorded is recorded, not built again', async () => {
    await admin.query('create index tasks_later on tasks (tenant_id, status)')
    const idOf = async () =>
      (await admin.query(`select 'tasks_later'::regclass::oid as id`)).rows[0]?.id
    const id = await idOf()
    await run(onTasks)
    assert.equal(await idOf(), id)
    assert.equal(await isRecorded(), true)
  })

  test('whose name another table uses is refused', async () => {
    await admin.query('create index tasks_later on users (tenant_id)')
    await assert.rejects(run(onTasks), /an index of that name exists on users/)
  })

  test('is dropped without blocking, and twice makes no difference', async () => {
    await admin.query('create index tasks_later on tasks (tenant_id, status)')
    const dropping = outside('drop index concurrently tasks_later;')
    await run(dropping)
    assert.equal(await stateOf('tasks_later'), undefined)
    await admin.query(`delete from schema_migrations where version > ${LEVEL}`)
    await run(dropping)
    assert.equal(await isRecorded(), true)
  })
})

describe('an index of a partitioned table', () => {
  const onEvents = outside('create index concurrently events_later on events (tenant_id, type);')

  test('is built partition by partition and then valid', async () => {
    await run(onEvents)
    assert.equal(await stateOf('events_later'), true)
    const partitions = await partsOf('events')
    assert.ok(partitions && partitions > 2)
    assert.equal(await partsOf('events_later'), partitions)
  })

  test('continues where it was interrupted', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by inhrelid limit 1`,
    )
    const first = rows[0]?.name
    await admin.query('create index events_later on only events (tenant_id, type)')
    await admin.query(`create index events_later_${first} on ${first} (tenant_id, type)`)
    await admin.query(
      `update pg_index set indisvalid = false where indexrelid = 'events_later_${first}'::regclass`,
    )
    await run(onEvents)
    assert.equal(await stateOf('events_later'), true)
    assert.equal(await partsOf('events_later'), await partsOf('events'))
  })
})

test('a file with anything else is refused before it does anything', async () => {
  for (const text of [
    'create index concurrently tasks_later on tasks (status); create table other ()',
    'create index tasks_later on tasks (status)',
    'create index concurrently if not exists tasks_later on tasks (status)',
    'alter table tasks add column later int',
  ]) {
    await assert.rejects(run(outside(text)), /must be one CREATE INDEX CONCURRENTLY/, text)
  }
  assert.equal(await stateOf('tasks_later'), undefined)
})
