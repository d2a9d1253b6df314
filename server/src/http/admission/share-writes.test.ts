import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import type { Client } from 'pg'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { createDatabase } from '../../../../tests/harness/database.ts'
import { addTenant, buildLocalApi, HOST_SUFFIX } from '../../../../tests/harness/service.ts'
import { send } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'

async function startApi() {
  const database = await createDatabase()
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_DB_POOL_SIZE: '10' },
  })
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await api.stop()
    await database.drop()
  }
  return { url, database, api, stop }
}

/** Connections that wait for a lock. */
async function countLocked(admin: Client): Promise<number> {
  // Inside one transaction the first result would be repeated.
  await admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

/** Runs `start` and resolves with its promise when Fastify has called the handler of a URL that ends in `suffix`. */
async function untilHandled<T>(
  suffix: string,
  start: () => Promise<T>,
): Promise<{ sent: Promise<T> }> {
  const channel = 'tracing:fastify.request.handler:start'
  const { promise: isHandled, resolve } = Promise.withResolvers<void>()
  const onStart = (message: unknown) => {
    const { request } = message as { request: { url: string } } // documented by Fastify
    if (request.url.endsWith(suffix)) resolve()
  }
  subscribe(channel, onStart)
  try {
    const sent = start()
    await Promise.race([isHandled, sent])
    return { sent }
  } finally {
    unsubscribe(channel, onStart)
  }
}

test('bulk requests of a tenant wait for each other without holding a connection', async () => {
  const { url, database, api, stop } = await startApi()
  try {
    const { host, key } = await addTenant(api.db, 'large')
    const post = (path: string, body: object) =>
      send(url + path, { method: 'POST', headers: { host, 'x-api-key': key }, body })
    await post('/api/tasks', { title: 'the counter is there' })
    await withAdmin(database.superuserUrl, async (admin) => {
      const countWaiting = () => countLocked(admin)
      await admin.query(`begin; select pg_advisory_xact_lock(hashtextextended(tenant_id || ' counter', 0))
        from task_counters`)
      const items = [{ create: { title: 'x' } }]
      const bulks = Array.from({ length: 4 }, () => post('/api/tasks/bulk', { items }))
      await until('one waits for the counter', async () => (await countWaiting()) > 0)
      // Small requests do not wait for the large ones, and give those time to take a connection.
      for (let turn = 0; turn < 30; turn++) {
        assert.equal(
          (await send(`${url}/api/tasks`, { headers: { host, 'x-api-key': key } })).status,
          200,
        )
        assert.equal(await countWaiting(), 1)
      }
      await admin.query('commit')
      for (const { status } of await Promise.all(bulks)) assert.equal(status, 200)
    })
  } finally {
    await stop()
  }
})

test('heartbeats take turns with other writes of their tenant', async () => {
  const { url, database, api, stop } = await startApi()
  try {
    const { host, key } = await addTenant(api.db, 'busy')
    const call = (method: 'POST' | 'PATCH', path: string, body: object) =>
      send(url + path, { method, headers: { host, 'x-api-key': key }, body })
    const post = (path: string, body: object) => call('POST', path, body)
    await post('/api/agents', { name: 'bot' })
    await post('/api/tasks', { title: 'Claimed' })
    const claim = (await post('/api/tasks/claim', { agent: 'bot' })).json()
    const [{ run, lease_token }] = claim['data'] as [{ run: { id: string }; lease_token: string }] // the only one
    const heartbeat = () => post(`/api/runs/${run.id}/heartbeat`, { lease_token })
    assert.equal((await heartbeat()).status, 200)
    const drafts = Array.from({ length: 20 }, (_, at) => ({ create: { title: `Task ${at}` } }))
    await post('/api/tasks/bulk', { items: drafts })
    await withAdmin(database.superuserUrl, async (admin) => {
      await admin.query(`begin; select from tasks where doc->>'title' like 'Task %' for update`)
      const done: string[] = []
      const note = async (name: string, request: ReturnType<typeof heartbeat>) => {
        assert.equal((await request).status, 200)
        done.push(name)
      }
      const changes = drafts.map((_, at) =>
        note('change', call('PATCH', `/api/tasks/T-${at + 2}`, { title: 'x' })),
      )
      await until('all connections for writes wait', async () => (await countLocked(admin)) >= 4)
      const renewed = await untilHandled('/heartbeat', () => note('heartbeat', heartbeat()))
      // A few responses later it waits for its turn.
      for (let turn = 0; turn < 10; turn++) {
        const { status } = await send(`${url}/api/tasks`, { headers: { host, 'x-api-key': key } })
        assert.equal(status, 200)
      }
      await admin.query('commit')
      await Promise.all([...changes, renewed.sent])
      // In one line it would be the last one.
      assert.ok(done.indexOf('heartbeat') < drafts.length - 5, `${done.indexOf('heartbeat')}`)
    })
  } finally {
    await stop()
  }
})
