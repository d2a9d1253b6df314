// All database access over connections that went silent: each caller gets an error in time, and the next one is served.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import {
  type SilentProxy,
  startSilentProxy,
} from '../../../../tests/harness/network/silent-proxy.ts'
import { until } from '../../../../tests/operate/until.ts'
import { isUnavailable } from '../../lib/database-failure.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type Database, openDatabase } from '../database.ts'
import { sql } from '../sql.ts'
import type { Drop } from './watchdog.ts'

const LIMITS = { statementTimeoutMs: 1_000, responseGraceMs: 500 }
const TENANT = uuidv7()

let database: TestDatabase
let proxy: SilentProxy
let db: Database | undefined
let drops: Drop[] = []

before(async () => {
  database = await createDatabase()
  proxy = await startSilentProxy({ port: Number(new URL(database.url).port) })
})

afterEach(async () => {
  proxy.heal()
  await db?.close()
})

after(async () => {
  await proxy.stop()
  await database.drop()
})

function open(changes: Partial<Parameters<typeof openDatabase>[0]> = {}): Database {
  drops = []
  db = openDatabase({
    url: proxy.through(database.url),
    rolePrefix: 'task_service',
    poolSize: 3,
    ...LIMITS,
    onSilence: (drop) => void drops.push(drop),
    ...changes,
  })
  return db
}

const ways = (over: Database): Record<string, () => Promise<unknown>> => ({
  'a read in a batch': () => over.tenantRead(TENANT, (tx) => tx.rows(sql`select 1`)),
  'a read on its own': () =>
    over.tenantRead(TENANT, (tx) => tx.rows(sql`select 1`, { usesCustomPlan: true })),
  'a transaction': () => over.tenantTx(TENANT, (tx) => tx.rows(sql`select 1`)),
  'a group': () => over.groupTx([TENANT], [sql`select 1`]),
  'the queue': () => over.feed.execute('select 1'),
  'the dispatcher': () => over.feed.tx((tx) => tx.rows(sql`select 1`)),
  'keys and tenants': () => over.auth.rows(sql`select 1`),
  maintenance: () => over.owner.rows(sql`select 1`),
  readiness: () => over.probe.rows(sql`select 1`),
})

async function settle(work: () => Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const from = performance.now()
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, tookMs: performance.now() - from }
}

test('a caller on a silent connection gets an error in time, and the next one is served', async () => {
  const all = ways(open())
  for (const work of Object.values(all)) await work()
  proxy.silence({ newToo: true })
  const results = await Promise.all(Object.values(all).map(settle))
  for (const [index, name] of Object.keys(all).entries()) {
    const { error, tookMs } = results[index] ?? assert.fail()
    assert.ok(isUnavailable(error), `${name}: ${String(error)}`)
    assert.ok(tookMs < LIMITS.statementTimeoutMs + 6_000, `${name} took ${tookMs} ms`)
  }
  proxy.heal()
  for (const work of Object.values(all)) await work()
})

test('one timed-out connection is enough: all idle connections are replaced too', async () => {
  const over = open()
  const read = () => over.tenantTx(TENANT, (tx) => tx.rows(sql`select pg_sleep(0.1)`))
  await Promise.all([read(), read(), read()])
  await sleep(600)
  proxy.silence()
  assert.ok(isUnavailable((await settle(read)).error))
  assert.equal(drops[0]?.connections, 3)
  for (let round = 0; round < 3; round++) await read()
})

test('control: without the watchdog every caller keeps waiting', async () => {
  const over = open({ responseGraceMs: null })
  await over.owner.rows(sql`select 1`)
  proxy.silence()
  const waiting = settle(() => over.owner.rows(sql`select 1`))
  const limitMs = LIMITS.statementTimeoutMs + LIMITS.responseGraceMs + 2_000
  assert.equal(await Promise.race([waiting, sleep(limitMs, 'waits')]), 'waits')
  // Closes the connections, so that the pool can be closed too.
  await proxy.stop()
  assert.ok(isUnavailable((await waiting).error))
  proxy = await startSilentProxy({ port: Number(new URL(database.url).port) })
})

test('a slow statement does not count as silence: the server ends it first', async () => {
  const over = open()
  const slow = () => over.tenantTx(TENANT, (tx) => tx.rows(sql`select pg_sleep(5)`))
  const results = await Promise.all([settle(slow), settle(slow)])
  for (const { error } of results) assert.equal((error as { code?: string }).code, '57014')
  assert.deepEqual(drops, [])
})

test('a commit without a response stays unknown and is not retried', async () => {
  const over = open()
  let runs = 0
  const { error } = await settle(() =>
    over.tenantTx(TENANT, async (tx) => {
      runs++
      await tx.rows(sql`insert into task_counters (tenant_id, last_number) values (${TENANT}, 1)`)
      proxy.silence()
    }),
  )
  assert.match(String(error), /the commit was not confirmed/)
  assert.equal(runs, 1)
  await over.tenantTx(TENANT, (tx) => tx.rows(sql`select 1`))
})

test('after a group without a response, no other waits on an idle connection', async () => {
  const over = open({ statementTimeoutMs: 1_000, responseGraceMs: 2_000 })
  const group = () => over.groupTx([TENANT], [sql`select 1`])
  await Promise.all([group(), group()])
  proxy.silence()
  const { error } = await settle(group)
  assert.match(String(error), /the commit was not confirmed/)
  assert.equal((await settle(group)).error, undefined, 'on a new connection')
})

test('other callers do not wait while the watchdog checks whether a commit waits for a standby', async () => {
  const over = open()
  await over.probe.rows(sql`select 1`)
  const silent = Promise.withResolvers<void>()
  const commit = settle(() =>
    over.tenantTx(TENANT, async (tx) => {
      await tx.rows(sql`select 1`)
      await over.feed.execute('select 1')
      // The connection for that check is silent, too.
      proxy.silence({ newToo: true })
      silent.resolve()
    }),
  )
  await silent.promise
  // Its wait begins later, so that it is not dropped together with the commit.
  await sleep(600)
  const { error, tookMs } = await settle(() => over.feed.execute('select 1'))
  assert.ok(isUnavailable(error))
  assert.ok(tookMs < 2_500, `${Math.round(tookMs)} ms`)
  assert.match(String((await commit).error), /the commit was not confirmed/)
})

test('locks of a transaction whose client vanished are released', async () => {
  const over = open()
  const tenant = uuidv7()
  const count = () =>
    over.tenantTx(tenant, (tx) =>
      tx.rows(sql`insert into task_counters (tenant_id, last_number) values (${tenant}, 1)
        on conflict (tenant_id) do update set last_number = task_counters.last_number + 1`),
    )
  await count()
  await settle(() =>
    over.tenantTx(tenant, async (tx) => {
      await tx.rows(sql`update task_counters set last_number = 7 where tenant_id = ${tenant}`)
      proxy.silence()
      await tx.rows(sql`select 1`)
    }),
  )
  await until('the row can be written again', async () => !(await settle(count)).error, 7_000)
})

test('a stopped backend affects one connection and does not delay the others', async () => {
  const over = open()
  const pidOf = async () =>
    (await over.auth.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid
  const pid = (await pidOf()) ?? assert.fail()
  process.kill(pid, 'SIGSTOP')
  try {
    assert.ok(isUnavailable((await settle(pidOf)).error))
    assert.notEqual(await pidOf(), pid)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('a connection that just sent something is not closed for its earlier idle time', async () => {
  const over = open()
  const pidOf = async () =>
    (await over.auth.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid
  const slow = () => over.tenantRead(TENANT, (tx) => tx.rows(sql`select pg_sleep(0.9)`))
  const pid = (await pidOf()) ?? assert.fail()
  await slow()
  await sleep(600)
  process.kill(pid, 'SIGSTOP')
  try {
    const stuck = settle(pidOf)
    // The other connection has been silent for longer, because it was idle, and is in use when the stuck one is closed.
    await sleep(LIMITS.statementTimeoutMs + LIMITS.responseGraceMs - 400)
    assert.equal((await settle(slow)).error, undefined)
    assert.ok(isUnavailable((await stuck).error))
    assert.equal(drops.length, 1)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('keepalive is on for every connection', async () => {
  // Backends of silent connections of earlier tests may still exist.
  const startedAt = new Date()
  const over = open({ url: database.url })
  // Concurrently: one after the other, the first could be idle long enough to be closed.
  await Promise.all(Object.values(ways(over)).map((work) => work()))
  const port = Number(new URL(database.url).port)
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ client_port: number }>(
      `select client_port from pg_stat_activity
       where application_name = 'task-service' and datname = current_database() and backend_start >= $1`,
      [startedAt],
    ),
  )
  assert.ok(rows.length >= 6, `${rows.length} connections`)
  const ports = rows.map(({ client_port: from }) => from)
  // While data is not acknowledged, the kernel shows the timer of the retransmission instead.
  await until('keepalive on every connection', async () => {
    const timers = await readSocketTimers(port)
    return ports.every((from) => timers.get(from) === KEEPALIVE)
  })
})

/** Values of the column `tr` in /proc/net/tcp, see proc_net_tcp.txt in the kernel documentation. */
const KEEPALIVE = 2

/** Which timer the kernel runs for each local port that is connected to `port`. */
async function readSocketTimers(port: number): Promise<Map<number, number>> {
  const timers = new Map<number, number>()
  for (const line of (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)) {
    const [, local, remote, , , timer] = line.trim().split(/\s+/)
    if (!local || !remote || !timer || portOf(remote) !== port) continue
    timers.set(portOf(local), Number.parseInt(timer.slice(0, 2), 16))
  }
  return timers
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16)
}
