// What operators rely on when they upgrade: the schema dump is accurate, a foreign schema is rejected, a crash is repaired.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { applyPending, MIGRATION_LOCK, migrate } from '../server/src/db/migrate.ts'
import { fillRoleNames, roleNames } from '../server/src/db/roles.ts'
import { listMigrations, type Migration } from '../server/src/db/schema-version.ts'
import { SchemaRefused } from '../server/src/db/upgrade/schema-refused.ts'
import { normalizeDump, renderSchema, SCHEMA_FILE, SCHEMA_VERSION } from '../tools/dump-schema.ts'
import { withAdmin } from './harness/admin-client.ts'
import { type EmptyDatabase, emptyDatabase } from './harness/database.ts'
import { findPostgres } from './harness/find-postgres.ts'
import { schemaFingerprint } from './harness/migration/schema-fingerprint.ts'
import { buildLocalApi, startService } from './harness/service.ts'

const known = listMigrations()
const names = known.map(({ name }) => name)
const open: EmptyDatabase[] = []

after(() => Promise.all(open.map((database) => database.drop())))

async function freshDatabase(): Promise<EmptyDatabase> {
  const database = await emptyDatabase()
  open.push(database)
  return database
}

async function migratedDatabase(): Promise<EmptyDatabase> {
  const database = await freshDatabase()
  await migrate(optionsFor(database))
  return database
}

function optionsFor(database: EmptyDatabase) {
  return { databaseUrl: database.url, rolePrefix: database.rolePrefix }
}

function nextMigration(text: string): Migration {
  const version = known.length + 1
  return { version, name: `${String(version).padStart(4, '0')}_test`, text, checksum: 'test' }
}

function hasReferenceVersion(): boolean {
  try {
    findPostgres(SCHEMA_VERSION, '/nonexistent')
    return true
  } catch {
    return false
  }
}

async function waitUntil(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 15_000; !(await condition()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`waited too long: ${what}`)
  }
}

function isMigratorWaiting(admin: Client): Promise<boolean> {
  return admin
    .query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and application_name = 'task-service migrate'`,
    )
    .then(({ rowCount }) => rowCount === 1)
}

describe('schema.sql', () => {
  const skip = !hasReferenceVersion() && `PostgreSQL ${SCHEMA_VERSION} is not installed`

  test('is what the migrations lead to', { skip }, async () => {
    assert.equal(
      readFileSync(SCHEMA_FILE, 'utf8'),
      await renderSchema(),
      'stale: run npm run gen -- --schema',
    )
  })

  test('has nothing that differs from day to day or from server to server', () => {
    const text = readFileSync(SCHEMA_FILE, 'utf8')
    assert.doesNotMatch(text, /_\d{8}\b|^\\|^SET |Dumped|task_service_owner/m)
    const noise = '\\restrict x\n-- Dumped by\nSET a = 1;\nCREATE TABLE t ();\n\\unrestrict x\n'
    assert.match(normalizeDump(noise), /^-- The schema[^\\]*\n\nCREATE TABLE t \(\);\n$/)
  })
})

/** Published before the rule. */
const FIRST_WITH_RULE = 16

const isBuild = (statement: string) => /^create (unique )?index/.test(statement)

/** Statements of a file that do more than build or drop an index, where it builds one on a table of an earlier file. */
function besideIndexes(text: string): string[] {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  const made = new Set([...text.matchAll(/^create table (\w+)/gm)].map((match) => match[1]))
  const isOnOlder = (statement: string) => !made.has(/\son (\w+)/.exec(statement)?.[1])
  if (!statements.some((statement) => isBuild(statement) && isOnOlder(statement))) return []
  return statements.filter(
    (statement) => !isBuild(statement) && !statement.startsWith('drop index'),
  )
}

describe('a file that builds an index', () => {
  test('does nothing else, so no other lock is held during the build', () => {
    const recent = known.filter(({ version }) => version >= FIRST_WITH_RULE)
    const broken = recent.filter(({ text }) => besideIndexes(text).length > 0)
    assert.deepEqual(
      broken.map(({ name }) => name),
      [],
    )
  })

  test('control: a column or a policy beside it is noticed, a table of its own is not', () => {
    const index = 'create index a on tasks (tenant_id);'
    assert.deepEqual(besideIndexes(`${index} alter table tasks add column a int;`), [
      'alter table tasks add column a int',
    ])
    assert.equal(besideIndexes(`create policy p on tenants; ${index}`).length, 1)
    assert.deepEqual(besideIndexes('create table t (a int); create index a on t (a);'), [])
    assert.deepEqual(besideIndexes(index), [])
  })
})

describe('migrate', () => {
  test('applies everything once, then nothing', async () => {
    const database = await freshDatabase()
    assert.deepEqual(await migrate(optionsFor(database)), { applied: names })
    assert.deepEqual(await migrate(optionsFor(database)), { applied: [] })
  })

  test('refuses a migration whose file was changed after it was applied', async () => {
    const database = await migratedDatabase()
    const changed = known.map((migration) => ({ ...migration, checksum: 'changed' }))
    await assert.rejects(
      migrate({ ...optionsFor(database), migrations: changed }),
      (error) => error instanceof SchemaRefused && error.message.includes(names[0] ?? 'none'),
    )
  })

  test('refuses a schema newer than the program', async () => {
    const database = await migratedDatabase()
    const newer = [...known, nextMigration('create table later (id int)')]
    assert.deepEqual(await migrate({ ...optionsFor(database), migrations: newer }), {
      applied: [newer.at(-1)?.name],
    })
    await assert.rejects(
      migrate(optionsFor(database)),
      (error) =>
        error instanceof SchemaRefused && /newer than this program: it has/.test(error.message),
    )
  })

  test('leaves nothing of a migration that fails', async () => {
    const database = await migratedDatabase()
    const broken = [...known, nextMigration('create table half (id int); select 1 / 0')]
    await assert.rejects(migrate({ ...optionsFor(database), migrations: broken }), /division/)
    assert.deepEqual(await migrate(optionsFor(database)), { applied: [] })
    const { rows } = await withAdmin(database.superuserUrl, (admin) =>
      admin.query(`select to_regclass('half') as half`),
    )
    assert.deepEqual(rows, [{ half: null }])
  })

  test('gives way to a reader that holds a table, and comes back until it is free', async () => {
    const database = await migratedDatabase()
    const migrations = [...known, nextMigration('alter table tasks add column later int')]
    await withAdmin(database.superuserUrl, async (reader) => {
      await reader.query('begin; lock table tasks in access share mode')
      const migrating = migrate({ ...optionsFor(database), migrations })
      await withAdmin(database.superuserUrl, async (other) => {
        await waitUntil(() => isMigratorWaiting(other), 'the migrator meets the reader')
        const startedMs = performance.now()
        // Queued behind the migrator, which queues behind the reader: this would stall every client.
        await other.query('select from tasks limit 1')
        assert.ok(performance.now() - startedMs < 1_000, 'other readers stalled for a second')
      })
      await reader.query('commit')
      assert.equal((await migrating).applied.length, 1)
    })
  })

  test('gives up waiting for another migrator with the statement that finds it', async () => {
    const database = await freshDatabase()
    const holding = new Client({ connectionString: database.url })
    await holding.connect()
    await holding.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const notes: string[] = []
    await assert.rejects(
      migrate({ ...optionsFor(database), waitMs: 300, log: (note) => notes.push(note) }),
      (error) => error instanceof SchemaRefused && /pg_stat_activity/.test(error.message),
    )
    assert.deepEqual(notes, ['waiting for another process to finish migrating'])
    await holding.end()
    assert.deepEqual(await migrate(optionsFor(database)), { applied: names })
  })
})

/** What `serve` says when it will not start. */
async function refusedBy(database: EmptyDatabase): Promise<string> {
  const env = { SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix }
  const starting = startService({ databaseUrl: database.url, env })
  const outcome = await starting.catch((error: unknown) => error)
  assert.ok(outcome instanceof Error, 'it serves')
  return outcome.message
}

describe('serve', () => {
  test('refuses a pending schema and names the command', async () => {
    assert.match(
      await refusedBy(await freshDatabase()),
      /ended with 5: .*Run: task-service migrate/,
    )
  })

  test('refuses a newer schema', async () => {
    const database = await migratedDatabase()
    await migrate({ ...optionsFor(database), migrations: [...known, nextMigration('select 1')] })
    assert.match(await refusedBy(database), /ended with 5: .*newer than this program/)
  })
})

describe('after a crash', () => {
  // Step by step, so that every migration is applied once and not once for each of those before it.
  let disturbed: EmptyDatabase
  let undisturbed: EmptyDatabase
  before(async () => {
    disturbed = await freshDatabase()
    undisturbed = await freshDatabase()
    for (const database of [disturbed, undisturbed]) {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      await applyPending(client, { ...optionsFor(database), migrations: [] })
      await client.end()
    }
  })

  for (const [index, { name, version }] of known.entries()) {
    test(`${name} is applied by the next one, to the same schema`, async () => {
      const migrations = known.slice(0, index + 1)
      await withAdmin(disturbed.superuserUrl, async (blocker) => {
        // The same version, not yet committed: the migrator has done its work and waits to record it.
        await blocker.query('begin')
        await blocker.query(`insert into schema_migrations values ($1, 'blocker', '')`, [version])
        const crashed = migrate({ ...optionsFor(disturbed), migrations }).catch(
          (error: unknown) => error,
        )
        await withAdmin(disturbed.superuserUrl, async (admin) => {
          await waitUntil(() => isMigratorWaiting(admin), 'the migration waits to be recorded')
          await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and application_name = 'task-service migrate'`,
          )
        })
        assert.ok((await crashed) instanceof Error)
        await blocker.query('rollback')
      })
      for (const database of [disturbed, undisturbed]) {
        assert.deepEqual(await migrate({ ...optionsFor(database), migrations }), {
          applied: [name],
        })
      }
      assert.equal(
        await schemaFingerprint(disturbed.superuserUrl, disturbed.rolePrefix),
        await schemaFingerprint(undisturbed.superuserUrl, undisturbed.rolePrefix),
      )
    })
  }

  test('a migrator that vanished in a long statement does not hold up the next one', async () => {
    const database = await freshDatabase()
    const socket = new Socket()
    const gone = new Client({ connectionString: database.url, stream: () => socket })
    gone.on('error', () => {}) // the broken connection is the point
    await gone.connect()
    await gone.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const migrations = [...known, nextMigration('select pg_sleep(120)')]
    const crashed = applyPending(gone, { ...optionsFor(database), migrations }).catch(() => 'lost')
    await withAdmin(database.superuserUrl, (admin) =>
      waitUntil(
        () =>
          admin
            .query(`select from pg_stat_activity where wait_event = 'PgSleep'`)
            .then(({ rowCount }) => rowCount === 1),
        'the long statement runs',
      ),
    )
    socket.destroy()
    assert.equal(await crashed, 'lost')
    const next = [...known, nextMigration('select 1')]
    const { applied } = await migrate({ ...optionsFor(database), migrations: next, waitMs: 15_000 })
    assert.equal(applied.length, 1)
  })
})

describe('role prefix', () => {
  test('two installations live on one server and do not reach each other', async () => {
    const installations = await Promise.all([migratedDatabase(), migratedDatabase()])
    for (const { url: databaseUrl, rolePrefix } of installations) {
      const api = await buildLocalApi({
        databaseUrl,
        env: { SERVICE_ACP_DB_ROLE_PREFIX: rolePrefix },
      })
      const headers = { 'x-api-key': api.apiKey }
      const payload = { title: 'one each' }
      const answer = await api.app.inject({ method: 'POST', url: '/api/tasks', headers, payload })
      assert.equal(answer.statusCode, 201, answer.body)
      assert.equal(answer.json<{ number: number }>().number, 1)
      await api.stop()
    }
    const [one, two] = installations
    for (const role of Object.values(roleNames(one.rolePrefix))) {
      await assert.rejects(
        withAdmin(two.superuserUrl, async (admin) => {
          await admin.query(`set role ${role}`)
          await admin.query('select tenant_id from tasks')
        }),
        /permission denied for table tasks/,
      )
    }
  })

  test('databases that share one prefix can make its roles at the same moment', async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, freshDatabase))
    // Connected beforehand: connecting one after the other would take the race out of it.
    const clients = databases.map(({ url }) => new Client({ connectionString: url }))
    await Promise.all(clients.map((client) => client.connect()))
    for (let round = 0; round < 10; round++) {
      const rolePrefix = `${databases[0]?.rolePrefix}_${round}`
      await Promise.all(
        clients.map((client, index) =>
          applyPending(client, {
            databaseUrl: databases[index]?.url ?? '',
            rolePrefix,
            migrations: [],
          }),
        ),
      )
    }
    await Promise.all(clients.map((client) => client.end()))
  })

  test('fills every role name in every migration', () => {
    for (const { text } of known) assert.doesNotMatch(fillRoleNames(text, 'own'), /\{\{|\}\}/)
  })

  test('is refused when it cannot be a role name', () => {
    for (const prefix of ['', 'Upper', 'a-b', 'pg_own', '1st', 'a;b', 'a'.repeat(41)]) {
      assert.throws(() => roleNames(prefix), /role prefix/, prefix)
    }
  })
})
