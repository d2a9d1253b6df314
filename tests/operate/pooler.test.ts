// Behind pgbouncer in transaction mode every transaction may run on another connection. Nothing of one may reach the
// next, and a transaction that did not take its role must not touch a row.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, Pool } from 'pg'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { CommitDeadline } from '../../server/src/db/liveness/commit-deadline.ts'
import { UnpreparedClient } from '../../server/src/db/pool/pooler-clients.ts'
import type { Pooler } from '../../server/src/db/session.ts'
import { sql } from '../../server/src/db/sql.ts'
import { runTenantTx } from '../../server/src/db/tenant-tx.ts'
import { isUnavailable } from '../../server/src/lib/database-failure.ts'
import { createDatabase, emptyDatabase, type TestDatabase } from '../harness/database.ts'
import {
  carriesPrepared,
  findPgbouncer,
  type Pgbouncer,
  startPgbouncer,
} from '../harness/network/pgbouncer.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  serviceEnv,
  type TestTenant,
} from '../harness/service.ts'
import { runCommand } from './run-command.ts'
import { until } from './until.ts'

const SERVER_CONNECTIONS = 3
const TENANTS = 12
const ROUNDS = 4
/** Tasks of one tenant: each of two processes makes one in each round. */
const EACH = 2 * ROUNDS

let database: TestDatabase
let pooler: Pgbouncer
let url: string
let mode: Pooler
let tenants: TestTenant[]

function open(changes: Partial<Parameters<typeof openDatabase>[0]> = {}): Database {
  return openDatabase({
    url,
    rolePrefix: 'task_service',
    poolSize: 4,
    statementTimeoutMs: 10_000,
    pooler: mode,
    ...changes,
  })
}

/** Owns the schema and is bound by its row security, like the user of any DATABASE_URL behind a pooler. */
async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const modes: { asked: Pooler; skip: false | string }[] = [
  { asked: 'transaction', skip: findPgbouncer() ? false : 'pgbouncer is missing' },
  {
    asked: 'transaction-prepared',
    skip: carriesPrepared() ? false : 'needs pgbouncer 1.21; TEST_PGBOUNCER can name one',
  },
]

for (const { asked, skip } of modes) {
  describe(`behind pgbouncer, ${asked}`, { skip }, () => {
    before(async () => {
      mode = asked
      database = await createDatabase()
      tenants = []
      for (let rank = 1; rank <= TENANTS; rank++) {
        tenants.push(await provisionTenant(database.url, `tenant-${rank}`))
      }
      pooler = await startPgbouncer({
        superuserUrl: database.superuserUrl,
        logins: [database.url],
        poolSize: SERVER_CONNECTIONS,
        // The trap: with it a role asked for at the start of a connection is silently not taken.
        settings: {
          ignore_startup_parameters: 'options',
          ...(mode === 'transaction-prepared' && { max_prepared_statements: '500' }),
        },
      })
      url = pooler.through(database.url)
    })

    after(async () => {
      await pooler.stop()
      await database.drop()
    })

    test('many tenants at once over few connections: each meets its own tasks and no others', async () => {
      // Row security alone: our own filter is left out of one of the two.
      const processes = await Promise.all([startApi(true), startApi(false)])
      try {
        await Promise.all(
          tenants.flatMap((tenant) => processes.map((api) => createAndList(api, tenant))),
        )
        for (const [index, tenant] of tenants.entries()) {
          const api = processes[index % 2] ?? assert.fail()
          const numbers = (await list(api, tenant)).map(({ number }) => number)
          assert.deepEqual(numbers.toSorted(ascending), range(EACH))
        }
        const servers = await pooler.countServers()
        assert.ok(servers <= SERVER_CONNECTIONS, `${servers} connections to PostgreSQL`)
      } finally {
        for (const api of processes) await api.stop()
      }
    })

    test('reads share transactions, and those behind one that fails are read nevertheless', async () => {
      const db = open({ applicationTenantFilter: false })
      const read = (tenant: TestTenant | undefined) =>
        db.tenantRead(tenant?.id ?? '', (tx) =>
          tx.rows<{ of: string; at: number }>(
            sql`select tenant_id as of, extract(epoch from now())::float8 as at from tasks limit 1`,
          ),
        )
      const fail = () => db.tenantRead(UNKNOWN_TENANT, (tx) => tx.rows(sql`select 1 / 0`))
      const transactions = new Set<number>()
      for (let round = 0; round < 5; round++) {
        const failures = [fail(), fail()].map((failing) =>
          assert.rejects(failing, { code: '22012' }),
        )
        const answers = await Promise.all(tenants.map(read))
        for (const [index, rows] of answers.entries()) {
          assert.deepEqual(
            rows.map((row) => row.of),
            [tenants[index]?.id],
          )
          for (const { at } of rows) transactions.add(at)
        }
        await Promise.all(failures)
      }
      assert.ok(transactions.size <= 5 * 5, `${transactions.size} transactions`)
      await db.close()
    })

    test('statements are prepared where the pooler carries them over, and only there', async () => {
      const db = open()
      const countPrepared = () =>
        db.owner.rows<{ count: number }>(sql`select count(*) from pg_prepared_statements`)
      let most = 0
      for (let round = 0; round < 3 * SERVER_CONNECTIONS; round++) {
        most = Math.max(most, (await countPrepared())[0]?.count ?? 0)
      }
      assert.equal(most > 0, mode === 'transaction-prepared', `${most} prepared`)
      await db.close()
    })

    test('no connection keeps a role or a tenant from a transaction that failed or was cut off', async () => {
      const db = open()
      const [{ id: tenantId }] = tenants as [TestTenant]
      const work = [
        db.tenantTx(tenantId, async (tx) => void (await tx.rows(sql`select 1`))),
        db.tenantTx(tenantId, (tx) => tx.rows(sql`select 1 / 0`)),
        db.tenantRead(tenantId, () => Promise.reject(new Error('changed my mind'))),
        db.groupTx([tenantId], [sql`select 1 / 0`]),
        db.auth.rows(sql`select 1 / 0`),
        asOwner(
          async (client) => void (await client.query('begin; set local role task_service_app')),
        ),
      ]
      await Promise.allSettled([...work, ...work])
      await db.close()
      const seen = await Promise.all(
        Array.from({ length: SERVER_CONNECTIONS }, () => asOwner(readSession)),
      )
      for (const session of seen) assert.deepEqual(session, { own: true, tenant: '', zone: 'UTC' })
    })

    test('a transaction that cannot take its role never begins its work', async () => {
      const stranger = open({ rolePrefix: 'never_created' })
      const [{ id: tenantId }] = tenants as [TestTenant]
      const refused = { code: '22023' }
      let begun = 0
      const work = async () => void begun++
      await assert.rejects(stranger.tenantTx(tenantId, work), refused)
      // Each statement of a read is a transaction of its own.
      const read = stranger.tenantRead(tenantId, (tx) => tx.rows(sql`select from tenants`))
      await assert.rejects(read, refused)
      await assert.rejects(stranger.groupTx([tenantId], [sql`select from tenants`]), refused)
      await assert.rejects(stranger.auth.rows(sql`select from tenants`), refused)
      assert.equal(begun, 0)
      await stranger.close()
    })

    test('after a failed begin nothing is read; control: sent right behind it, a read sees all tenants', async () => {
      assert.equal(await readPastFailedBegin({ isShared: true }), undefined)
      assert.ok(((await readPastFailedBegin({ isShared: false })) ?? 0) > EACH)
    })

    test('a text of several statements gives the job queue a result for each, as without a pooler', async () => {
      const db = open()
      const results: unknown = await db.feed.execute('select 1 as a; select 2 as b')
      assert.ok(Array.isArray(results))
      assert.deepEqual(
        results.map(({ rows }) => rows),
        [[{ a: 1 }], [{ b: 2 }]],
      )
      await assert.rejects(db.feed.execute('select 1; select 1 / 0'), { code: '22012' })
      await db.close()
    })

    test('the permissions of the login do not matter: a superuser is restricted like any role', async () => {
      const db = open({
        url: pooler.through(database.superuserUrl),
        applicationTenantFilter: false,
      })
      const [{ id: tenantId }] = tenants as [TestTenant]
      const countTasks = async (tenant: string) =>
        (await db.tenantRead(tenant, (tx) => tx.rows(sql`select from tasks`))).length
      assert.equal(await countTasks(tenantId), EACH)
      assert.equal(await countTasks(UNKNOWN_TENANT), 0)
      await db.close()
    })

    test('a pooler that is not configured is noticed, instead of serving without the role', async () => {
      const unaware = open({ pooler: 'none' })
      await assert.rejects(unaware.auth.rows(sql`select 1`), /SERVICE_ACP_DB_POOLER=transaction/)
      await unaware.close()
      const env = { ...serviceEnv({ databaseUrl: url }), SERVICE_ACP_DB_POOLER: 'none' }
      const { code, stderr } = await runCommand(['serve'], env)
      assert.equal(code, 3, stderr)
      assert.match(stderr, /SERVICE_ACP_DB_POOLER=transaction/)
    })

    test('a statement that takes too long and a wait for a connection both end as unavailable', async () => {
      const impatient = open({ statementTimeoutMs: 300 })
      const long = impatient.tenantRead(UNKNOWN_TENANT, (tx) => tx.rows(sql`select pg_sleep(5)`))
      await assert.rejects(long, isUnavailable)
      await impatient.close()

      const waiting = open({ poolSize: SERVER_CONNECTIONS + 1 })
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      let held = 0
      const holders = Array.from({ length: SERVER_CONNECTIONS }, () =>
        waiting.tenantTx(UNKNOWN_TENANT, async (tx) => {
          await tx.rows(sql`select 1`)
          held++
          await released
        }),
      )
      await until('all connections are taken', () => held === SERVER_CONNECTIONS)
      const late = waiting.tenantRead(UNKNOWN_TENANT, (tx) => tx.rows(sql`select 1`))
      await assert.rejects(late, isUnavailable)
      release()
      await Promise.all(holders)
      await waiting.close()
    })

    test('migrations go around the pooler, and everything else through it', async () => {
      const empty = await emptyDatabase()
      const env: Record<string, string> = {
        ...serviceEnv({ databaseUrl: pooler.through(empty.url) }),
        SERVICE_ACP_DB_ROLE_PREFIX: empty.rolePrefix,
        SERVICE_ACP_DB_POOLER: mode,
      }
      const refused = await runCommand(['migrate'], env)
      assert.equal(refused.code, 3)
      assert.match(refused.stderr, /SERVICE_ACP_DB_DIRECT_URL/)
      const migrated = await runCommand(['migrate'], {
        ...env,
        SERVICE_ACP_DB_DIRECT_URL: empty.url,
      })
      assert.equal(migrated.code, 0, migrated.stderr)
      for (const args of [['doctor'], ['tenant', 'create', 'pooled'], ['tenant', 'list']]) {
        const { code, stdout, stderr } = await runCommand(args, env)
        assert.equal(code, 0, stdout + stderr)
      }
      const gone = await runCommand(['tenant', 'delete', 'pooled', '--confirm', 'pooled'], env)
      assert.equal(gone.code, 0, gone.stderr)
      await empty.drop()
    })
  })
}

const UNKNOWN_TENANT = '00000000-0000-0000-0000-000000000000'
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const ascending = (a: number, b: number) => a - b

type ListedTask = { number: number; title: string }

async function startApi(applicationTenantFilter: boolean): Promise<LocalApi> {
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_DB_POOLER: mode }
  return buildLocalApi({ databaseUrl: url, applicationTenantFilter, env })
}

async function list({ app }: LocalApi, { host, key }: TestTenant): Promise<ListedTask[]> {
  const answer = await app.inject({ url: '/api/tasks', headers: { host, 'x-api-key': key } })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ data: ListedTask[] }>().data
}

async function createAndList(api: LocalApi, tenant: TestTenant): Promise<void> {
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  for (let round = 0; round < ROUNDS; round++) {
    const payload = { title: tenant.slug, labels: [tenant.slug] }
    const made = await api.app.inject({ method: 'POST', url: '/api/tasks', headers, payload })
    assert.equal(made.statusCode, 201, made.body)
    const { id } = made.json<{ id: string }>()
    const path = `/api/tasks/${id}`
    const change = { method: 'PATCH', url: path, headers, payload: { queue: 'pooled' } } as const
    const [changed, refused, tasks] = await Promise.all([
      api.app.inject(change),
      // Fails inside its transaction.
      api.app.inject({ ...change, payload: { parent_id: id } }),
      list(api, tenant),
    ])
    assert.equal(changed.statusCode, 200, changed.body)
    assert.ok(refused.statusCode >= 400 && refused.statusCode < 500, refused.body)
    assert.deepEqual([...new Set(tasks.map(({ title }) => title))], [tenant.slug])
  }
}

/** Sleeps a little, so that those who ask at the same time get different connections. */
async function readSession(client: Client): Promise<unknown> {
  const { rows } = await client.query(`
    select current_user = session_user as own, coalesce(current_setting('app.tenant_id', true), '') as tenant,
      current_setting('timezone') as zone
    from pg_sleep(0.2)`)
  return rows[0]
}

/** How many tasks a read sees whose `begin` failed without opening a transaction, as a canceled one does. */
async function readPastFailedBegin(session: { isShared: boolean }): Promise<number | undefined> {
  const config = { connectionString: url, Client: UnpreparedClient, pipeline: true }
  const pool = new Pool(config)
  let met: number | undefined
  const options = {
    pool,
    begin: 'select 1 / 0',
    ...session,
    tenantId: UNKNOWN_TENANT,
    applicationTenantFilter: false,
    commits: new CommitDeadline({ timeoutMs: 1_000, most: 1, lateTenants: new Map() }),
  }
  const read = runTenantTx(options, async (tx) => {
    met = (await tx.rows(sql`select from tasks`)).length
  })
  await assert.rejects(read, { code: '22012' })
  await pool.end()
  return met
}
