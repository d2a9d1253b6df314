// What operators read before an upgrade: locks, sizes, who keeps serving, and that nothing was applied.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listMigrations } from '../../server/src/db/schema-version.ts'
import { explainPlan, planUpgrade } from '../../server/src/db/upgrade/upgrade-plan.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { LEVEL, nextMigration } from '../harness/migration/next-migration.ts'
import { serviceEnv } from '../harness/service.ts'
import { runCommand } from '../operate/run-command.ts'

const known = listMigrations()
let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

after(() => database.drop())

const env = () => serviceEnv({ databaseUrl: database.url })

const column = nextMigration('alter table tasks add column later text', {
  worksWith: LEVEL,
  header: ['Takes: ACCESS EXCLUSIVE on tasks', 'Rewrites: nothing'],
})
const index = nextMigration('create index concurrently later on events (tenant_id, type)', {
  worksWith: LEVEL - 1,
  ahead: 2,
  header: ['Transaction: none'],
})
const removal = nextMigration('drop table dispatch_cursor', {
  worksWith: LEVEL + 3,
  ahead: 3,
  header: ['Takes: ACCESS EXCLUSIVE on dispatch_cursor', 'Allows: contract: unused'],
})

describe('the plan', () => {
  test('of an upgrade without downtime', async () => {
    const plan = await planUpgrade({
      databaseUrl: database.url,
      migrations: [...known, column, index],
    })
    assert.equal(plan.keeps_serving, true)
    assert.equal(plan.works_with, LEVEL)
    assert.deepEqual(Object.keys(plan.sizes), ['tasks'])
    const text = explainPlan(plan).join('\n')
    assert.match(text, /2 migrations are pending/)
    assert.match(text, /locks: ACCESS EXCLUSIVE on tasks \(less than 1 MiB\)/)
    assert.match(text, /builds or drops an index; reads and writes continue/)
    assert.match(text, new RegExp(`return to any version of level 00${LEVEL} or later`))
  })

  test('of an upgrade that running processes do not survive', async () => {
    const migrations = [...known, column, index, removal]
    const plan = await planUpgrade({ databaseUrl: database.url, migrations })
    assert.equal(plan.keeps_serving, false)
    assert.match(explainPlan(plan).join('\n'), /stop serving .* upgrade with downtime/)
  })

  test('names transactions that have been open for long', async () => {
    await withAdmin(database.url, async (reader) => {
      await reader.query('begin; select from schema_migrations')
      await reader.query('select pg_sleep(2.6)')
      const { open_transactions: open } = await planUpgrade({ databaseUrl: database.url })
      assert.equal(open.length, 1)
      assert.ok((open[0]?.seconds ?? 0) >= 2)
    })
  })
})

describe('the commands', () => {
  const last = known.at(-1)?.name ?? ''

  test('have nothing to show on a current schema', async () => {
    const { code, stdout } = await runCommand(['migrate', '--plan'], env())
    assert.deepEqual([code, stdout], [0, `The schema is up to date (level 00${LEVEL}).\n`])
  })

  test('migrate --plan applies nothing, and doctor says whether processes keep serving', async () => {
    await withAdmin(database.superuserUrl, (admin) =>
      admin.query('delete from schema_migrations where version = $1', [LEVEL]),
    )
    const [plan, doctor] = await Promise.all([
      runCommand(['migrate', '--plan'], env()),
      runCommand(['doctor', '--json'], env()),
    ])
    assert.equal(plan.code, 0, plan.stderr)
    assert.match(plan.stdout, new RegExp(`${last}\n    (?:locks: \\w|builds or drops an index)`))
    const { rowCount } = await withAdmin(database.superuserUrl, (admin) =>
      admin.query('select from schema_migrations'),
    )
    assert.equal(rowCount, LEVEL - 1)
    assert.equal(doctor.code, 7)
    // What exactly depends on the newest migration.
    assert.match(
      doctor.stdout,
      /rocesses (?:of the previous release )?(?:keep|stop) serving.*migrate --plan/s,
    )
  })
})
