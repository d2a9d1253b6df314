import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { createDatabase } from '../../../../tests/harness/database.ts'
import { addTenant, buildLocalApi, HOST_SUFFIX } from '../../../../tests/harness/service.ts'
import { send } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'

test('bulk requests of a tenant wait for each other without holding a connection', async () => {
  const database = await createDatabase()
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_DB_POOL_SIZE: '10' },
  })
  try {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { host, key } = await addTenant(api.db, 'large')
    const post = (path: string, body: object) =>
      send(url + path, { method: 'POST', headers: { host, 'x-api-key': key }, body })
    await post('/api/tasks', { title: 'the counter is there' })
    await withAdmin(database.superuserUrl, async (admin) => {
      const countWaiting = async () => {
        // Inside one transaction the first result would be repeated.
        await admin.query('select pg_stat_clear_snapshot()')
        const { rows } = await admin.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.count ?? 0
      }
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
    await api.stop()
    await database.drop()
  }
})
