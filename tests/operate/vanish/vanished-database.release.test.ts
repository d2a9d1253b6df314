// PostgreSQL vanishes without closing a connection: what waits for it ends with 503, and everything works again without a
// restart as soon as new connections do.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase } from '../../harness/database.ts'
import { type SilentProxy, startSilentProxy } from '../../harness/network/silent-proxy.ts'
import { type Service, startService } from '../../harness/service.ts'
import { type Received, send } from '../send.ts'

const STATEMENT_TIMEOUT_MS = 2_000
/** What the service promises beyond the statement timeout. */
const RECOVERY_MS = STATEMENT_TIMEOUT_MS + 5_000
/** Longer than any request may take; what takes longer hangs. */
const HANGS_MS = 2 * RECOVERY_MS

let cluster: Cluster
let proxy: SilentProxy
let service: Service
let taskId: string

before(async () => {
  cluster = await startCluster({ fsync: false, inMemory: true })
  const database = await createDatabase({ cluster })
  proxy = await startSilentProxy({ port: cluster.port })
  service = await startService({
    databaseUrl: proxy.through(database.url),
    env: { SERVICE_ACP_DB_STATEMENT_TIMEOUT: `${STATEMENT_TIMEOUT_MS}ms` },
  })
  const made = await call('POST', '/api/tasks', { title: 'before' })
  assert.equal(made.status, 201, made.body)
  taskId = String(made.json()['id'])
})

/** Also after a failure, or everything behind it would fail as well. */
afterEach(() => {
  proxy.heal()
  cluster.thaw()
})

after(async () => {
  await service?.kill()
  await proxy?.stop()
  await cluster?.stop()
})

async function call(method: string, path: string, body?: unknown): Promise<Received> {
  const headers = { 'x-api-key': service.apiKey }
  const signal = AbortSignal.timeout(HANGS_MS)
  return send(service.url + path, { method, headers, signal, ...(body !== undefined && { body }) })
}

let asked = 0

/** A read in a batch, a read on its own, a group commit, a transaction, and the probe. */
function callAll(): Promise<Received[]> {
  const n = ++asked
  return Promise.all([
    call('GET', `/api/tasks?queue=q${n}`),
    call('GET', `/api/tasks?q=word${n}`),
    call('POST', '/api/tasks', { title: `task ${n}` }),
    call('PATCH', `/api/tasks/${taskId}`, { queue: `q${n}` }),
    call('GET', '/readyz'),
  ])
}

/** So that many connections are open, and idle when it happens. */
async function warmUp(): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, callAll))
}

/** How long it takes until every kind of request works. */
async function measureRecovery(): Promise<number> {
  const from = performance.now()
  for (;;) {
    assert.ok(performance.now() - from < 4 * RECOVERY_MS, 'it never recovers')
    const answers = await callAll()
    for (const { status, body } of answers) {
      assert.ok(status === 200 || status === 201 || status === 503, `${status} ${body}`)
    }
    if (answers.every(({ status }) => status < 300)) return performance.now() - from
  }
}

test('connections that went silent are replaced: as after a failover', async () => {
  await warmUp()
  proxy.silence()
  const tookMs = await measureRecovery()
  assert.ok(tookMs < RECOVERY_MS, `recovered after ${Math.round(tookMs)} ms`)
  assert.ok(
    (await callAll()).every(({ status }) => status < 300),
    'it stays recovered',
  )
})

test('no response for a while: 503 in time, healthy, not ready, and recovers automatically', async () => {
  await warmUp()
  proxy.silence({ newToo: true })
  const from = performance.now()
  const [list, search, create, patch] = await callAll()
  const tookMs = performance.now() - from
  for (const [name, answer] of Object.entries({ list, search, create, patch })) {
    assert.equal(answer?.status, 503, `${name}: ${answer?.body}`)
  }
  assert.ok(tookMs < RECOVERY_MS, `answered after ${Math.round(tookMs)} ms`)
  assert.equal(list?.json()['code'], 'database_unavailable')
  assert.ok(Number(list?.headers['retry-after']) >= 1)
  assert.equal((await call('GET', '/readyz')).status, 503)
  assert.equal((await call('GET', '/healthz')).status, 200)
  proxy.heal()
  const recoveredMs = await measureRecovery()
  assert.ok(recoveredMs < RECOVERY_MS, `recovered after ${Math.round(recoveredMs)} ms`)
})

test('PostgreSQL stopped and continued: 503 in between, and recovers automatically', async () => {
  await warmUp()
  cluster.freeze()
  const from = performance.now()
  const frozen = await callAll()
  const tookMs = performance.now() - from
  assert.deepEqual(
    frozen.slice(0, 4).map(({ status }) => status),
    [503, 503, 503, 503],
  )
  assert.equal((await call('GET', '/readyz')).status, 503)
  assert.ok(tookMs < RECOVERY_MS, `answered after ${Math.round(tookMs)} ms`)
  cluster.thaw()
  const recoveredMs = await measureRecovery()
  assert.ok(recoveredMs < RECOVERY_MS, `recovered after ${Math.round(recoveredMs)} ms`)
})
