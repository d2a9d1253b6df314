// Revocation over two running processes: how long after the commit a key still authenticates, measured for each.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { generateApiKey } from '../../../server/src/crypto/api-key.ts'
import { digestKey } from '../../../server/src/crypto/key-digest.ts'
import { createKeyAuthenticator } from '../../../server/src/domains/keys/index.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import { openAdminPool } from '../../harness/admin-client.ts'
import { createDatabase, openTestDatabase, type TestDatabase } from '../../harness/database.ts'
import { type EventSource, openEventSource } from '../../harness/events/event-source.ts'
import { type Service, startService } from '../../harness/service.ts'
import { send } from '../send.ts'
import { until } from '../until.ts'

const REVOCATIONS = 60
const AT_ONCE = 10
const PROMISE_MS = 1_000
const PAUSE_MS = 50

let database: TestDatabase
let admin: Pool
let services: Service[]
let pepper: Buffer
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const previousKey = generateApiKey()

before(async () => {
  database = await createDatabase()
  admin = openAdminPool(database.superuserUrl)
  const { rows } = await admin.query<{ pepper: Buffer }>('select pepper from instance')
  pepper = rows[0]?.pepper ?? Buffer.alloc(0)
  const env = {
    SERVICE_ACP_API_KEY_PREVIOUS: previousKey,
    SERVICE_ACP_LIMIT_STREAM_DURATION: 'off',
  }
  // The same environment's key in both, as in a real installation.
  const options = {
    databaseUrl: database.url,
    apiKey: generateApiKey(),
    env,
    args: ['--role', 'api'],
  }
  const start = () => startService(options)
  services = await Promise.all([start(), start()])
})

after(async () => {
  agent.destroy()
  await Promise.all(services.map((service) => service.kill()))
  await admin.end()
  await database.drop()
})

/** Sent as the service would have issued it; a tenant may have more than two here, to measure many at once. */
async function insertKey(): Promise<{ key: string; id: string }> {
  const [key, id] = [generateApiKey(), uuidv7()]
  await admin.query(
    `insert into api_keys (tenant_id, id, digest, hint)
     select tenant_id, $1, $2, 'test' from tenants where slug = 'default'`,
    [id, digestKey(pepper, key)],
  )
  return { key, id }
}

type Ask = (key: string) => Promise<boolean>

/** The last moment after the revocation, in milliseconds, at which a question was asked that was answered yes. */
async function measure(asks: readonly Ask[], forMs: number): Promise<number[]> {
  const { key, id } = await insertKey()
  const lastYes = asks.map(() => Number.NEGATIVE_INFINITY)
  let revokedAt = Number.POSITIVE_INFINITY
  const watching = asks.map(async (ask, index) => {
    while (performance.now() < revokedAt + forMs) {
      const askedAt = performance.now()
      if (await ask(key)) lastYes[index] = askedAt
      await sleep(PAUSE_MS)
    }
  })
  await until('the key works everywhere', () => lastYes.every((time) => time > 0))
  // At any point of the half second for which an answer is remembered.
  await sleep(Math.random() * 500)
  await admin.query('update api_keys set revoked_at = now() where id = $1', [id])
  revokedAt = performance.now()
  await Promise.all(watching)
  return lastYes.map((time) => Math.max(0, time - revokedAt))
}

async function measureMany(asks: readonly Ask[], count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count * asks.length) {
    const wave = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count) }, () => measure(asks, PROMISE_MS + 200)),
    )
    found.push(...wave.flat())
  }
  return found
}

test('a revoked key is refused within one second in each of two processes', async (t) => {
  const asks = services.map(
    ({ url }): Ask =>
      async (key) => {
        const { status } = await send(`${url}/api/ping`, { agent, headers: { 'x-api-key': key } })
        assert.ok(status === 200 || status === 401, `answered ${status}`)
        return status === 200
      },
  )
  const found = await measureMany(asks, REVOCATIONS)
  const worst = Math.max(...found)
  t.diagnostic(`${found.length} measurements, worst ${Math.round(worst)} ms`)
  assert.ok(found.length >= 2 * REVOCATIONS)
  assert.ok(worst < PROMISE_MS, `still accepted after ${worst} ms`)
})

test('control: with answers remembered for five seconds the same measurement falls short', async () => {
  const db = openTestDatabase(database.url, 1)
  try {
    const options = { auth: db.auth, pepper, environmentKeys: [], freshMs: 5_000 }
    const authenticate = createKeyAuthenticator(options)
    const ask: Ask = async (key) => (await authenticate('default', key)) !== undefined
    assert.ok(Math.max(...(await measureMany([ask], 4))) > PROMISE_MS)
  } finally {
    await db.close()
  }
})

const open = (url: string, apiKey: string) =>
  openEventSource(`${url}/api/events/stream`, { headers: { 'x-api-key': apiKey } })

const hears = ({ events }: EventSource, title: string) =>
  events.some(({ data }) => data.includes(title))

test('a stream of a revoked key shows nothing that happens a second later, and ends', async () => {
  const [one, other] = services
  assert.ok(one && other)
  const { key, id } = await insertKey()
  const revoked = await Promise.all([open(one.url, key), open(other.url, key)])
  const staying = await open(one.url, one.apiKey)
  const create = async (title: string) => {
    const headers = { 'x-api-key': one.apiKey }
    const body = { title }
    const { status } = await send(`${one.url}/api/tasks`, { method: 'POST', headers, body })
    assert.equal(status, 201)
  }
  await create('before')
  await until('all hear it', () => [...revoked, staying].every((stream) => hears(stream, 'before')))
  await admin.query('update api_keys set revoked_at = now() where id = $1', [id])
  await sleep(PROMISE_MS)
  await create('a second later')
  await until('who may stay hears it', () => hears(staying, 'a second later'))
  assert.deepEqual(await Promise.all(revoked.map(({ ended }) => ended)), ['ended', 'ended'])
  assert.ok(!revoked.some((stream) => hears(stream, 'a second later')))
  assert.equal((await open(one.url, key)).status, 401)
  staying.close()
})

test('the key of the environment and the one before it both open the default tenant', async () => {
  for (const { url, apiKey } of services) {
    for (const key of [apiKey, previousKey]) {
      const answer = await send(`${url}/api/ping`, { headers: { 'x-api-key': key } })
      assert.equal(answer.status, 200)
    }
  }
})
