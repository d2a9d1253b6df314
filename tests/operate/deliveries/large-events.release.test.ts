// Many large events at once: a worker with a small heap must dispatch and deliver all of them and never be killed.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withAdmin } from '../../harness/admin-client.ts'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type Receiver, startReceiver } from '../../harness/network/receiver.ts'
import { type Service, startService } from '../../harness/service.ts'
import { until } from '../until.ts'

const EVENTS = 300
const EVENT_BYTES = 1_000_000
const HEAP_MB = 256
const DEADLINE_MS = 400_000
/** More webhooks for fewer events: each has its own limit of deliveries in progress, so together they hold more. */
const WIDE = { webhooks: 4, events: 64 }

const hasEnded = ({ process: { exitCode, signalCode } }: Service) =>
  exitCode !== null || signalCode !== null

describe(`${EVENTS} events of ${EVENT_BYTES} bytes`, () => {
  let cluster: Cluster
  let database: TestDatabase
  let receiver: Receiver
  let api: Service
  const received = new Set<string>()
  let isHolding = false

  before(async () => {
    // A server of its own: events wait for every transaction that runs, also for those of other tests.
    cluster = await startCluster({ fsync: false, inMemory: true })
    database = await createDatabase({ cluster })
    receiver = await startReceiver((request, response) => {
      let bytes = 0
      request.on('data', (chunk: Buffer) => void (bytes += chunk.length))
      request.on('end', () => {
        if (isHolding) return
        if (bytes > EVENT_BYTES)
          received.add(`${request.url} ${String(request.headers['webhook-id'])}`)
        response.writeHead(204).end()
      })
    })
    api = await startService({
      databaseUrl: database.url,
      args: ['--role', 'api'],
      env: { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' },
    })
    for (let i = 0; i < WIDE.webhooks; i++) await createWebhook(`/wide-${i}`, 'wide')
    await createWebhook('/large', 'large')
  })

  after(async () => {
    await api.kill()
    await receiver.close()
    await cluster.stop()
  })

  /** Its filter makes the dispatcher read the content of every event. */
  async function createWebhook(path: string, queue: string): Promise<void> {
    const response = await fetch(`${api.url}/api/webhooks`, {
      method: 'POST',
      headers: { 'x-api-key': api.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        url: `http://127.0.0.1:${receiver.port}${path}`,
        filter: { 'data.queue': [queue] },
      }),
    })
    assert.ok(response.ok, await response.text())
  }

  const insertEvents = (queue: string, count: number) =>
    withAdmin(database.superuserUrl, (admin) =>
      admin.query(
        `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
         select t.tenant_id, gen_random_uuid(), 'task.created', gen_random_uuid(), 'key:key_1',
           json_build_object('queue', $2::text, 'description', repeat('x', $3)), '{}', '{}', date_trunc('milliseconds', now())
         from (select distinct tenant_id from webhooks) as t, generate_series(1, $1) as n`,
        [count, queue, EVENT_BYTES],
      ),
    )

  const startSmallWorker = (env: Record<string, string> = {}) =>
    startService({
      databaseUrl: database.url,
      args: ['--role', 'worker'],
      until: 'maintenance',
      env: {
        SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-old-space-size=${HEAP_MB}`,
        ...env,
      },
    })

  test('control: without a limit for payloads the worker runs out of memory', async () => {
    isHolding = true
    await insertEvents('wide', WIDE.events)
    const worker = await startSmallWorker({
      SERVICE_ACP_WEBHOOK_MEMORY: 'off',
      SERVICE_ACP_WEBHOOK_TIMEOUT: '5m',
    })
    await until('the worker ended', () => hasEnded(worker), DEADLINE_MS)
    assert.match(worker.errors(), /heap out of memory/)
    isHolding = false
  })

  test('a worker with a small heap delivers all of them and is not killed', async () => {
    await insertEvents('large', EVENTS)
    const wanted = EVENTS + WIDE.events * WIDE.webhooks
    const worker = await startSmallWorker()
    const isDone = () => {
      assert.ok(!hasEnded(worker), `the worker ended:\n${worker.errors().slice(-2_000)}`)
      return received.size === wanted
    }
    try {
      await until('all are received', isDone, DEADLINE_MS)
    } catch (error) {
      const last = JSON.stringify(worker.log.filter(({ err }) => err).at(-1))
      assert.fail(`${(error as Error).message}: ${received.size} of ${wanted}\n${last}`)
    } finally {
      if (!hasEnded(worker)) await worker.kill()
    }
  })
})
