// New migrations declare what they do, and do nothing that stops requests; each rule detects a planted violation.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { applyPending } from '../../server/src/db/migrate.ts'
import { listMigrations } from '../../server/src/db/schema-version.ts'
import { LAST_UNDECLARED } from '../../server/src/db/upgrade/migration-header.ts'
import {
  createDatabase,
  type EmptyDatabase,
  emptyDatabase,
  type TestDatabase,
} from '../harness/database.ts'
import { lintMigration } from '../harness/migration/lint-migration.ts'
import { LEVEL, nextMigration } from '../harness/migration/next-migration.ts'

const known = listMigrations()
const recent = known.filter(({ version }) => version > LAST_UNDECLARED)

describe('new migrations', { skip: recent.length === 0 && 'there are none yet' }, () => {
  let database: EmptyDatabase
  let client: Client

  before(async () => {
    database = await emptyDatabase()
    client = new Client({ connectionString: database.url })
    await client.connect()
    await apply(LAST_UNDECLARED)
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  const apply = (level: number) =>
    applyPending(client, {
      databaseUrl: database.url,
      rolePrefix: database.rolePrefix,
      migrations: known.slice(0, level),
    })

  for (const migration of recent) {
    test(migration.name, async () => {
      assert.deepEqual(await lintMigration(client, migration, database.rolePrefix), [])
      await apply(migration.version)
    })
  }
})

/** A file, and the rules that it must break. */
const PLANTED: readonly (readonly [
  text: string,
  header: readonly string[],
  broken: readonly string[],
])[] = [
  ['create table later (tenant_id uuid not null, id uuid not null)', [], []],
  ['alter table tasks add column later text', ['Takes: ACCESS EXCLUSIVE on tasks'], []],
  ['alter table tasks add column later text', [], ['declared']],
  [
    'alter table tasks add column later text',
    ['Takes: ACCESS EXCLUSIVE on tasks, SHARE on users'],
    ['declared'],
  ],
  [
    'alter table tasks add column later uuid default gen_random_uuid()',
    ['Takes: ACCESS EXCLUSIVE on tasks', 'Rewrites: tasks', 'Scans: tasks'],
    ['blocking-scan', 'table-rewrite', 'volatile-default'],
  ],
  [
    'alter table users add column later int not null',
    ['Takes: ACCESS EXCLUSIVE on users'],
    ['blocking-scan', 'declared', 'not-null'],
  ],
  [
    'create index later on tasks (tenant_id, status)',
    ['Takes: SHARE on tasks', 'Scans: tasks'],
    ['blocking-index', 'blocking-scan'],
  ],
  [
    'create index later on events (tenant_id, type)',
    ['Takes: SHARE on events', 'Scans: events'],
    ['blocking-index', 'blocking-scan'],
  ],
  [
    'alter table tasks add constraint later check (number > 0)',
    ['Takes: ACCESS EXCLUSIVE on tasks', 'Scans: tasks'],
    ['blocking-scan', 'one-step-constraint'],
  ],
  [
    'alter table tasks add constraint later check (number > 0) not valid',
    ['Takes: ACCESS EXCLUSIVE on tasks'],
    [],
  ],
  [
    'alter table tasks alter column assignee set not null',
    ['Takes: ACCESS EXCLUSIVE on tasks', 'Scans: tasks'],
    ['blocking-scan'],
  ],
  ['alter table tasks drop column assignee', ['Takes: ACCESS EXCLUSIVE on tasks'], ['contract']],
  [
    'alter table tasks rename column assignee to owner',
    ['Takes: ACCESS EXCLUSIVE on tasks'],
    ['contract'],
  ],
  [
    'alter table tasks alter column number type numeric',
    ['Takes: ACCESS EXCLUSIVE on tasks', 'Rewrites: tasks', 'Scans: tasks'],
    ['blocking-scan', 'contract', 'table-rewrite'],
  ],
  [
    'alter table users add column a int; alter table webhooks add column a int',
    ['Takes: ACCESS EXCLUSIVE on users, ACCESS EXCLUSIVE on webhooks'],
    ['several-locks'],
  ],
  ['update tasks set assignee = null', [], ['unbatched-write']],
  ['drop table dispatch_cursor', ['Takes: ACCESS EXCLUSIVE on dispatch_cursor'], ['contract']],
  [
    'drop table dispatch_cursor',
    ['Takes: ACCESS EXCLUSIVE on dispatch_cursor', 'Allows: contract: unused since 0031'],
    [],
  ],
  ['select 1', ['Allows: contract: unused'], ['allows']],
  ['select 1', ['Allows: everything: why not'], ['allows']],
  [
    'alter table tasks drop column assignee',
    ['Takes: ACCESS EXCLUSIVE on tasks', 'Allows: contract:'],
    ['allows', 'contract'],
  ],
  ['create index concurrently later on tasks (status)', ['Transaction: none'], []],
  ['create index later on tasks (status)', ['Transaction: none'], ['transaction']],
]

describe('the linter', () => {
  let database: TestDatabase
  let client: Client

  before(async () => {
    database = await createDatabase()
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  const brokenBy = async (...given: Parameters<typeof nextMigration>) =>
    [
      ...new Set((await lintMigration(client, nextMigration(...given))).map(({ rule }) => rule)),
    ].toSorted()

  for (const [text, header, broken] of PLANTED) {
    test(`${text} [${header.at(-1) ?? ''}]: ${broken.join(', ') || 'passes'}`, async () => {
      assert.deepEqual(await brokenBy(text, { worksWith: LEVEL, header }), broken)
    })
  }

  test('wants to know which programs work with it', async () => {
    assert.deepEqual(await brokenBy('select 1'), ['header'])
    assert.deepEqual(await brokenBy('select 1', { worksWith: LEVEL + 1 }), ['downtime'])
    assert.deepEqual(await brokenBy('select 1', { worksWith: LEVEL + 2 }), ['downtime', 'header'])
  })
})
