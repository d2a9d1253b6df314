// A schema of a later release: a process that works with it starts, serves and says so, and any other one refuses.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../server/src/db/migrate.ts'
import { listMigrations, type Migration } from '../../server/src/db/schema-version.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { LEVEL, nextMigration } from '../harness/migration/next-migration.ts'
import { type Service, serviceEnv, startService } from '../harness/service.ts'
import { type Outcome, runCommand } from '../operate/run-command.ts'
import { until } from '../operate/until.ts'

const known = listMigrations()
const expand = nextMigration('alter table tasks add column later text', { worksWith: LEVEL })
const contract = nextMigration('alter table tasks drop column later', {
  worksWith: LEVEL + 1,
  ahead: 2,
})

let database: TestDatabase
let running: Service

const upgrade = (...migrations: Migration[]) =>
  migrate({ databaseUrl: database.url, migrations: [...known, ...migrations] })

const statusOf = async (path: string) => (await fetch(`${running.url}${path}`)).status

const findingOf = (doctor: Outcome, check: string) =>
  (doctor.json()['findings'] as { check: string; state: string; detail: string }[]).find(
    (finding) => finding.check === check,
  )

before(async () => {
  database = await createDatabase()
  running = await startService({ databaseUrl: database.url })
})

after(async () => {
  await running.stop()
  await database.drop()
})

test('an extension that PostgreSQL cannot create is named, with what to do', async () => {
  await assert.rejects(upgrade(nextMigration('create extension unheard_of')), {
    name: 'SchemaRefused',
    message:
      /cannot create the extension unheard_of: .*not available.* create extension unheard_of\. Then run/,
  })
})

describe('on a schema that works with this program', () => {
  before(() => upgrade(expand))

  test('the migration has recorded the oldest level', async () => {
    const { rows } = await withAdmin(database.superuserUrl, (admin) =>
      admin.query('select version, works_with from schema_migrations order by version'),
    )
    assert.deepEqual(rows.at(-1), { version: LEVEL + 1, works_with: LEVEL })
    assert.deepEqual(rows[0], { version: 1, works_with: 1 }, 'a file that does not say')
  })

  test('a process that is running stays ready, and another one starts and serves', async () => {
    await sleep(1_100) // the result of /readyz is cached for a second
    assert.equal(await statusOf('/readyz'), 200)
    const second = await startService({ databaseUrl: database.url })
    const headers = { 'x-api-key': second.apiKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'on a newer schema' })
    const created = await fetch(`${second.url}/api/tasks`, { method: 'POST', headers, body })
    assert.equal(created.status, 201)
    assert.equal((await fetch(`${second.url}/readyz`)).status, 200)
    await second.stop()
  })

  test('migrate has nothing to do, and doctor agrees', async () => {
    const env = serviceEnv({ databaseUrl: database.url })
    const [migrated, doctor] = await Promise.all([
      runCommand(['migrate', '--json'], env),
      runCommand(['doctor', '--json'], env),
    ])
    assert.equal(migrated.code, 0, migrated.stderr)
    assert.deepEqual(migrated.json(), { applied: [] })
    assert.equal(doctor.code, 0, doctor.stdout)
    assert.equal(findingOf(doctor, 'schema')?.state, 'warn')
    assert.match(findingOf(doctor, 'schema')?.detail ?? '', /works with this program/)
  })
})

describe('control: on a schema that does not work with it', () => {
  before(() => upgrade(expand, contract))

  test('a running process is not ready, although it lives', async () => {
    await until('it is not ready', async () => (await statusOf('/readyz')) === 503)
    assert.equal(await statusOf('/healthz'), 200)
  })

  test('serve, migrate and doctor refuse, with both levels and the fix', async () => {
    const env = serviceEnv({ databaseUrl: database.url })
    const [serve, migrated, doctor] = await Promise.all([
      runCommand(['serve'], env),
      runCommand(['migrate'], env),
      runCommand(['doctor', '--json'], env),
    ])
    for (const { code, stderr } of [serve, migrated]) {
      assert.equal(code, 5, stderr)
      assert.match(
        stderr,
        new RegExp(`has level 00${LEVEL + 2} and works with programs of level 00${LEVEL + 1}`),
      )
      assert.match(stderr, new RegExp(`this program has level 00${LEVEL}\\. Run the version`))
    }
    assert.equal(doctor.code, 7)
    assert.equal(findingOf(doctor, 'schema')?.state, 'fail')
  })
})

test('a schema that went back is not served', async () => {
  await withAdmin(database.superuserUrl, (admin) =>
    admin.query(`delete from schema_migrations where version >= ${LEVEL}`),
  )
  await sleep(1_100)
  assert.equal(await statusOf('/readyz'), 503)
  assert.match(
    (await runCommand(['serve'], serviceEnv({ databaseUrl: database.url }))).stderr,
    /Run: task-service migrate/,
  )
})
