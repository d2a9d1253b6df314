// Behind pgbouncer in transaction mode a worker is killed in the middle of its deliveries: another one must take over,
// which depends on the supervision of the job queue and on nothing that the killed worker could still do.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { withAdmin } from '../../harness/admin-client.ts'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { findPgbouncer, type Pgbouncer, startPgbouncer } from '../../harness/network/pgbouncer.ts'
import { type Receiver, startReceiver } from '../../harness/network/receiver.ts'
import { type Service, startService } from '../../harness/service.ts'
import { until } from '../until.ts'

const TASKS = 40
const SERVER_CONNECTIONS = 6
/** A job goes back to the queue after ten seconds of silence, and the supervision looks every two. */
const TAKEOVER_MS = 45_000

describe('behind pgbouncer', { skip: findPgbouncer() ? false : 'pgbouncer is missing' }, () => {
  let cluster: Cluster
  let database: TestDatabase
  let pooler: Pgbouncer
  let receiver: Receiver
  let api: Service
  const started: Service[] = []
  const held: ServerResponse[] = []
  let isHolding = true

  before(async () => {
    // A server of its own: events wait for every transaction that runs, also for those of other tests.
    cluster = await startCluster({ fsync: false, inMemory: true })
    database = await createDatabase({ cluster })
    pooler = await startPgbouncer({
      superuserUrl: database.superuserUrl,
      logins: [database.url],
      poolSize: SERVER_CONNECTIONS,
    })
    receiver = await startReceiver((request, response) => {
      request.resume()
      if (isHolding) held.push(response)
      else response.writeHead(204).end()
    })
    api = await start('api', 'listening')
  })

  after(async () => {
    for (const service of started) await service.kill()
    await receiver.close()
    await pooler.stop()
    await cluster.stop()
  })

  async function start(role: 'api' | 'worker', upWhen: string): Promise<Service> {
    const service = await startService({
      databaseUrl: pooler.through(database.url),
      args: ['--role', role],
      until: upWhen,
      env: {
        SERVICE_ACP_DB_POOLER: 'transaction',
        SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
        SERVICE_ACP_WEBHOOK_TIMEOUT: '60s',
      },
    })
    started.push(service)
    return service
  }

  async function post(path: string, body: object): Promise<void> {
    const response = await fetch(api.url + path, {
      method: 'POST',
      headers: { 'x-api-key': api.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(response.ok, `${path}: ${response.status} ${await response.text()}`)
  }

  const countByStatus = () =>
    withAdmin(database.superuserUrl, async (admin) => {
      const { rows } = await admin.query<{ status: string; count: number }>(
        'select status, count(*)::int as count from deliveries group by status',
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    })

  test('deliveries in flight at a killed worker are delivered by another one', async () => {
    await post('/api/webhooks', { url: `http://127.0.0.1:${receiver.port}/` })
    const first = await start('worker', 'maintenance')
    for (let i = 0; i < TASKS; i++) await post('/api/tasks', { title: `Task ${i}` })
    await until('the first worker is in the middle of it', () => held.length >= 10)
    const second = await start('worker', 'maintenance')
    await first.kill()
    isHolding = false
    const isDelivered = async () => (await countByStatus())['delivered'] === TASKS
    try {
      await until('everything is delivered', isDelivered, TAKEOVER_MS)
    } catch (error) {
      const counts = JSON.stringify(await countByStatus())
      const warnings = second.log.filter(({ level }) => level === 'warn' || level === 40)
      assert.fail(`${(error as Error).message}: ${counts}\n${JSON.stringify(warnings.at(-1))}`)
    }
    assert.deepEqual(await countByStatus(), { delivered: TASKS })
  })
})
