// The harness is what every other test stands on, so its promises are tested too.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { migrate } from '../server/src/db/migrate.ts'
import { withAdmin } from './harness/admin-client.ts'
import { type Cluster, startCluster } from './harness/cluster.ts'
import { createDatabase, emptyDatabase, type TestDatabase } from './harness/database.ts'

const harness = join(import.meta.dirname, 'harness')

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withAdmin(url, (client) => client.query(statement))
  return rows
}

const listTables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

describe('a test database', () => {
  let databases: TestDatabase[]
  before(async () => {
    databases = await Promise.all([createDatabase(), createDatabase()])
  })
  after(() => Promise.all(databases.map((database) => database.drop())))

  test('is not seen by another one made at the same moment', async () => {
    const [one, two] = databases as [TestDatabase, TestDatabase] // made above, exactly two
    await query(one.url, 'create table public.only_here (id int)')
    const found = (url: string) => query(url, `select to_regclass('public.only_here') as table`)
    assert.deepEqual(await found(one.url), [{ table: 'only_here' }])
    assert.deepEqual(await found(two.url), [{ table: null }])
  })

  test('is already migrated', async () => {
    const [one] = databases as [TestDatabase] // made above
    assert.notDeepEqual(await query(one.url, listTables), [])
    assert.deepEqual((await migrate({ databaseUrl: one.url })).applied, [])
  })

  test('belongs to a role without superuser rights, as on managed PostgreSQL', async () => {
    const [one] = databases as [TestDatabase] // made above
    const rights = await query(
      one.url,
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, datdba = r.oid as owns
         from pg_roles r, pg_database where rolname = current_user and datname = current_database()`,
    )
    const none = { rolsuper: false, rolcreatedb: false, rolbypassrls: false }
    assert.deepEqual(rights, [{ ...none, rolcreaterole: true, owns: true }])
  })

  test('is gone after drop, also while a client is connected', async () => {
    const database = await createDatabase()
    await withAdmin(database.url, async (client) => {
      client.on('error', () => {}) // the forced end of this connection is the point
      await database.drop()
    })
    await assert.rejects(query(database.url, 'select'), /does not exist/)
  })
})

describe('an empty database', () => {
  test('has no tables, and its roles go with it', async () => {
    const database = await emptyDatabase()
    const cluster = { superuserUrl: database.superuserUrl.replace(database.name, 'postgres') }
    const roles = `select rolname from pg_roles where starts_with(rolname, '${database.rolePrefix}')`
    assert.deepEqual(await query(database.url, listTables), [])
    await migrate({ databaseUrl: database.url, rolePrefix: database.rolePrefix })
    assert.notDeepEqual(await query(cluster.superuserUrl, roles), [])
    await database.drop()
    assert.deepEqual(await query(cluster.superuserUrl, roles), [])
  })

  test('can be migrated while others create the same cluster-wide roles', async () => {
    const databases = await Promise.all(Array.from({ length: 6 }, () => emptyDatabase()))
    const rolePrefix = databases[0]?.rolePrefix ?? ''
    const runs = await Promise.all(
      databases.map(({ url }) => migrate({ databaseUrl: url, rolePrefix })),
    )
    for (const { applied } of runs) assert.notDeepEqual(applied, [])
    // The first one's roles are used in all the others, so it must go last.
    for (const database of databases.toReversed()) await database.drop()
  })
})

describe('a cluster', () => {
  let cluster: Cluster
  before(async () => {
    cluster = await startCluster({ version: 18, settings: { work_mem: '7MB' } })
  })
  after(() => cluster.stop())

  test('of version 18 starts, and takes test databases', async () => {
    assert.equal(cluster.version, 18)
    const database = await createDatabase({ cluster })
    const shown = await query(database.url, `select split_part(version(), ' ', 2) as version`)
    assert.match(String(shown[0]?.['version']), /^18\./)
    assert.notDeepEqual(await query(database.url, listTables), [])
  })

  test('keeps fsync on by default, and accepts settings', async () => {
    assert.deepEqual(await query(cluster.superuserUrl, 'show fsync'), [{ fsync: 'on' }])
    assert.deepEqual(await query(cluster.superuserUrl, 'show work_mem'), [{ work_mem: '7MB' }])
  })

  test('recovers committed rows after a kill', async () => {
    await query(cluster.superuserUrl, 'create table kept as select 1 as id')
    await cluster.kill()
    await assert.rejects(query(cluster.superuserUrl, 'select'), /ECONNREFUSED/)
    await cluster.restart()
    assert.deepEqual(await query(cluster.superuserUrl, 'select id from kept'), [{ id: 1 }])
  })

  test('names its processes', () => {
    assert.ok(cluster.children().some(({ title }) => title.includes('checkpointer')))
  })

  test('of a version that is not installed says what to do', async () => {
    await assert.rejects(startCluster({ version: 9 }), /set TEST_PG_BIN .* postgresql-9/)
  })
})

/** Runs TypeScript in a process of its own and waits for the one line of JSON it prints. */
async function startProgram(source: string): Promise<{ program: ChildProcess; printed: string }> {
  const args = ['--input-type=module-typescript', '--eval', source]
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(program.stdout, 'data')
  return { program, printed: String(line).trim() }
}

function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ')
}

async function becomesTrue(condition: () => boolean, withinMs = 5000): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(20)) {
    if (condition()) return true
  }
  return condition()
}

const holdCluster = `
  import { startCluster } from '${harness}/cluster.ts'
  const { dataDir } = await startCluster({ fsync: false, inMemory: true })
  const timer = setInterval(() => {}, 1000)
  process.on('SIGUSR2', () => clearInterval(timer))
  console.log(dataDir)`

const holdSleeper = (guarded: boolean) => `
  import { spawn } from 'node:child_process'
  import { mkdtempSync } from 'node:fs'
  import { startGuardian } from '${harness}/guardian.ts'
  const sleeper = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  if (${guarded}) startGuardian([mkdtempSync('/tmp/guardian-')]).watch(sleeper.pid)
  console.log(sleeper.pid)`

describe('cleaning up', () => {
  for (const signal of ['SIGUSR2', 'SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    const ending = signal === 'SIGUSR2' ? 'a normal exit' : signal
    test(`leaves no process and no file after ${ending}`, async () => {
      const { program, printed: dataDir } = await startProgram(holdCluster)
      const postmaster = Number(
        readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      assert.ok(isRunning(postmaster))
      program.kill(signal)
      await once(program, 'exit')
      assert.ok(await becomesTrue(() => !isRunning(postmaster) && !existsSync(dirname(dataDir))))
    })
  }

  test('leaves a process behind without the guardian: the control', async () => {
    for (const guarded of [true, false]) {
      const { program, printed } = await startProgram(holdSleeper(guarded))
      program.kill('SIGKILL')
      await once(program, 'exit')
      const ended = await becomesTrue(() => !isRunning(Number(printed)), guarded ? 5000 : 500)
      if (!ended) process.kill(Number(printed))
      assert.equal(ended, guarded)
    }
  })
})

describe('npm test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-runner-'))
  after(() => rmSync(folder, { recursive: true }))

  async function runTests(source: string, ...args: string[]) {
    const file = join(folder, 'sample.test.ts')
    writeFileSync(file, `import { test } from 'node:test'\n${source}`)
    // The runner refuses to run inside itself unless it does not know.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const tool = join(import.meta.dirname, '..', 'tools', 'test.ts')
    const done = await promisify(execFile)(process.execPath, [tool, ...args, file], { env }).catch(
      (failure: { code: number; stdout: string }) => failure,
    )
    return { code: 'code' in done ? done.code : 0, lastLine: done.stdout.trim().split('\n').at(-1) }
  }

  test('counts what passed and ends well', async () => {
    const source = `test('a', () => {}); test('b', () => {}); test.skip('c', () => {})`
    assert.deepEqual(await runTests(source), { code: 0, lastLine: '2 passed, 0 failed' })
  })

  test('ends badly when a test fails or a file cannot be loaded', async () => {
    const source = `test('a', () => {}); test('b', () => { throw new Error('no') })`
    assert.deepEqual(await runTests(source), { code: 1, lastLine: '1 passed, 1 failed' })
    const broken = await runTests(`throw new Error('cannot be loaded')`)
    assert.deepEqual(broken, { code: 1, lastLine: '0 passed, 1 failed' })
  })

  test('ends badly when a hook fails after all tests passed', async () => {
    const source = `import { after, describe } from 'node:test'
      describe('a', () => { after(() => { throw new Error('no') }); test('b', () => {}) })`
    assert.deepEqual(await runTests(source), { code: 1, lastLine: '1 passed, 1 failed' })
  })

  test('ends badly when a name matches no file', async () => {
    const outcome = await runTests(`test('a', () => {})`, 'no-such.test.ts')
    assert.deepEqual(outcome, { code: 1, lastLine: '0 passed, 1 failed' })
  })

  test('runs only the tests whose name matches', async () => {
    const source = `test('one', () => {}); test('two', () => { throw new Error('no') })`
    const outcome = await runTests(source, '--test-name-pattern', 'one')
    assert.deepEqual(outcome, { code: 0, lastLine: '1 passed, 0 failed' })
  })
})
