// Attempts that are minutes away wait outside the job queue: they are shown, survive a kill, come when they are due, and
// can be sent at once.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery } from '@task-service/contract'
import { Client } from 'pg'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type Receiver, startReceiver } from '../../harness/network/receiver.ts'
import { type Service, startService } from '../../harness/service.ts'
import { until } from '../until.ts'

const MINUTE_MS = 60_000
const WAIT_MIN = 10

describe('a deferred attempt', () => {
  let cluster: Cluster
  let database: TestDatabase
  let admin: Client
  let receiver: Receiver
  let service: Service
  let status = 204
  let arrivals = 0

  before(async () => {
    // A server of its own: events wait for every transaction that runs, also for those of other tests.
    cluster = await startCluster({ fsync: false, inMemory: true })
    database = await createDatabase({ cluster })
    admin = new Client({ connectionString: database.superuserUrl })
    await admin.connect()
    receiver = await startReceiver((request, response) => {
      request.resume()
      arrivals += 1
      response.writeHead(status).end()
    })
    service = await start()
    await call('POST', '/api/webhooks', { url: `http://127.0.0.1:${receiver.port}/` })
  })
  after(async () => {
    await service.kill()
    await admin.end()
    await receiver.close()
    await cluster.stop()
  })
  beforeEach(async () => {
    await admin.query(`update tenants set status = 'active'`)
    await admin.query('delete from deliveries')
    status = 500
    arrivals = 0
  })

  const start = (apiKey?: string) =>
    startService({
      databaseUrl: database.url,
      ...(apiKey !== undefined && { apiKey }),
      env: {
        SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
        SERVICE_ACP_WEBHOOK_SCHEDULE: `${WAIT_MIN}m,${WAIT_MIN}m`,
      },
    })

  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : null) as Body // each caller names what the operation answers
  }

  const find = async () =>
    (await call<{ data: Delivery[] }>('GET', '/api/deliveries')).data[0] ?? assert.fail('none')

  async function fail(): Promise<Delivery> {
    await call('POST', '/api/tasks', { title: 'One' })
    return until('the first attempt failed', async () => {
      const { data } = await call<{ data: Delivery[] }>('GET', '/api/deliveries')
      return data.find((delivery) => delivery.attempt_count === 1)
    })
  }

  const countJobs = async () =>
    (await admin.query('select count(*)::int as count from jobs.job')).rows[0]?.count

  it('is shown with its time and is not in the queue', async () => {
    const startedAt = Date.now()
    const delivery = await fail()
    await until('no job is left', async () => (await countJobs()) === 0)
    assert.equal(delivery.status, 'pending')
    const waitMs = Date.parse(delivery.next_attempt_at ?? '') - startedAt
    assert.ok(waitMs > 0.8 * WAIT_MIN * MINUTE_MS - 1_000, `${waitMs} ms`)
    assert.ok(waitMs < 1.2 * WAIT_MIN * MINUTE_MS + 60_000, `${waitMs} ms`)
  })

  it('survives a kill and is made once when it is due', async () => {
    const { next_attempt_at: time } = await fail()
    await service.kill()
    service = await start(service.apiKey)
    assert.equal((await find()).next_attempt_at, time)
    status = 204
    await admin.query('update deliveries set next_attempt_at = now()')
    await until('it is delivered', async () => (await find()).status === 'delivered')
    assert.deepEqual([arrivals, (await find()).attempt_count], [2, 2])
    await until('no job is left', async () => (await countJobs()) === 0)
  })

  it('can be sent at once, and is then not made again', async () => {
    const { id } = await fail()
    status = 204
    await call('POST', `/api/deliveries/${id}/resend`)
    await until('it is delivered', async () => (await find()).status === 'delivered')
    const { rows } = await admin.query('select is_deferred, next_attempt_at from deliveries')
    assert.deepEqual(rows, [{ is_deferred: false, next_attempt_at: null }])
    assert.equal(arrivals, 2)
  })

  const setTenant = (state: 'active' | 'suspended') =>
    admin.query('update tenants set status = $1', [state])

  const readHeld = async () =>
    (await admin.query('select is_deferred, next_attempt_at from deliveries')).rows

  const held = { is_deferred: true, next_attempt_at: null }

  it('of a suspended tenant stays out of the queue, and is made soon after the tenant is resumed', async () => {
    await fail()
    await setTenant('suspended')
    await admin.query('update deliveries set next_attempt_at = now()')
    await until('it is held', async () => (await readHeld())[0]?.next_attempt_at === null)
    await sleep(1_500)
    assert.deepEqual([await readHeld(), await countJobs(), arrivals], [[held], 0, 1])
    status = 204
    await setTenant('active')
    await until('it is delivered', async () => (await find()).status === 'delivered')
    assert.equal(arrivals, 2)
  })

  it('is held when its tenant was suspended while it was in the queue', async () => {
    const { id } = await fail()
    await setTenant('suspended')
    await admin.query(
      'update deliveries set is_deferred = false, next_attempt_at = null, queued_at = null',
    )
    await until('it is held', async () => (await readHeld())[0]?.is_deferred)
    await until('no job is left', async () => (await countJobs()) === 0)
    assert.deepEqual([await readHeld(), arrivals], [[held], 1])
    status = 204
    await setTenant('active')
    await until('it is delivered', async () => (await find()).status === 'delivered')
    assert.deepEqual([(await find()).id, arrivals], [id, 2])
  })
})
