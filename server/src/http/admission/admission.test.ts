import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { buildLocalApi, type LocalApi } from '../../../../tests/harness/service.ts'
import { type Received, send } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

after(() => database.drop())

async function withApi(
  env: Record<string, string>,
  work: (url: string, api: LocalApi) => Promise<void>,
  beforeListening: () => void = () => undefined,
) {
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  try {
    beforeListening()
    await work(await api.app.listen({ port: 0, host: '127.0.0.1' }), api)
  } finally {
    await api.stop()
  }
}

/** Requests that read tasks wait until `work` is over; each sends a different query, because equal ones share a read. */
async function whileTasksAreLocked(work: () => Promise<void>): Promise<void> {
  await withAdmin(database.superuserUrl, async (admin) => {
    await admin.query('begin')
    await admin.query('lock table tasks in access exclusive mode')
    await work()
  })
}

function assertShed({ status, headers, json }: Received): void {
  assert.equal(status, 503)
  assert.equal(json()['code'], 'overloaded')
  assert.equal(headers['retry-after'], '1')
  assert.match(String(headers['content-type']), /^application\/problem\+json/)
}

test('beyond its limit of requests in flight a process sheds load immediately, stays healthy, and recovers', async () => {
  await withApi({ SERVICE_ACP_LIMIT_IN_FLIGHT: '4' }, async (url, { apiKey }) => {
    const headers = { 'x-api-key': apiKey }
    const list = (queue: string) => send(`${url}/api/tasks?queue=${queue}`, { headers })
    let inFlight: Promise<Received>[] = []
    await whileTasksAreLocked(async () => {
      inFlight = ['a', 'b', 'c', 'd'].map(list)
      await until('all four are at work', async () => (await countWaiting()) === 4)
      const startedAt = performance.now()
      for (const path of ['/api/tasks', '/api/ping', '/%61pi/ping', '/api/no/such/path']) {
        // Each on its own connection: a rejected one is not read immediately.
        assertShed(await send(url + path, { headers, agent: new Agent() }))
      }
      assert.ok(performance.now() - startedAt < 1_000, 'shedding does not wait')
      assert.equal((await send(`${url}/healthz`)).status, 200)
      assert.equal((await send(`${url}/readyz`)).status, 200)
    })
    const answers = await Promise.all(inFlight)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.equal((await list('a')).status, 200)
  })
})

test('disconnected clients free their slots', async () => {
  await withApi({ SERVICE_ACP_LIMIT_IN_FLIGHT: '2' }, async (url, { apiKey }) => {
    const headers = { 'x-api-key': apiKey }
    await whileTasksAreLocked(async () => {
      const hangUp = new AbortController()
      const inFlight = ['a', 'b'].map((queue) =>
        send(`${url}/api/tasks?queue=${queue}`, { headers, signal: hangUp.signal }),
      )
      await until('both are at work', async () => (await countWaiting()) === 2)
      assertShed(await send(`${url}/api/ping`, { headers }))
      hangUp.abort()
      await Promise.allSettled(inFlight)
      await until('a slot is free again', async () => {
        return (await send(`${url}/api/ping`, { headers })).status === 200
      })
    })
  })
})

const SHORT_DELAY = { SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: '100ms' }

/** Blocks this process. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

async function isTaken(url: string, { apiKey }: LocalApi): Promise<void> {
  const headers = { 'x-api-key': apiKey }
  assert.equal((await send(`${url}/api/ping`, { headers })).status, 200)
}

test('a process with a slow start accepts its first requests', async () => {
  await withApi(SHORT_DELAY, isTaken, () => block(400))
})

test('a process sheds load while its event loop lags, and recovers afterwards', async () => {
  await withApi(SHORT_DELAY, async (url, { apiKey }) => {
    const headers = { 'x-api-key': apiKey }
    const serves = async () => {
      await sleep(50)
      return (await send(`${url}/api/ping`, { headers })).status === 200
    }
    // A busy machine lags without our help.
    await until('it serves', serves)
    const shed = await until('a lagging process sheds', async () => {
      block(400)
      const [answer, health] = await Promise.all([
        send(`${url}/api/ping`, { headers }),
        send(`${url}/healthz`),
      ])
      assert.equal(health.status, 200)
      return answer.status === 503 && answer
    })
    assertShed(shed)
    await until('it serves again', serves)
  })
})

function countWaiting(): Promise<number> {
  return withAdmin(database.superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.waiting ?? 0
  })
}
