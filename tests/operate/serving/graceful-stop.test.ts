// Stopping under load: readiness fails first, requests that arrived in time are answered, and the process ends in time.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type Service, startService } from '../../harness/service.ts'
import { type Received, send } from '../send.ts'
import { until } from '../until.ts'
import { countWaitingRequests, holdTasks } from './waiting-requests.ts'

const WORKERS = 8
const NOTICE_MS = 1_000

let database: TestDatabase
let admin: Client
const services: Service[] = []

async function start(env: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ databaseUrl: database.url, env })
  services.push(service)
  return service
}

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})

after(async () => {
  for (const service of services) await service.kill()
  await admin.end()
  await database.drop()
})

type Watch = { notReadyAt: number; closedAt: number }

/** Probes on separate connections, as a load balancer does, until none is accepted. */
async function watchReadiness(service: Service, isOver: () => boolean): Promise<Watch> {
  const watch = { notReadyAt: Number.NaN, closedAt: Number.NaN }
  while (Number.isNaN(watch.closedAt) && !isOver()) {
    try {
      const { status } = await send(`${service.url}/readyz`, { headers: { connection: 'close' } })
      if (status === 503) watch.notReadyAt ||= performance.now()
      else assert.ok(Number.isNaN(watch.notReadyAt), 'once not ready, never ready again')
    } catch {
      watch.closedAt = performance.now()
    }
    await sleep(20)
  }
  return watch
}

type Tally = { answered: number; failed: string[]; askedToClose: number }

/** Creates and reads on one keep-alive connection each, as long as `continues` says so. */
async function load(service: Service, agent: Agent, continues: () => boolean, tally: Tally) {
  const headers = { 'x-api-key': service.apiKey }
  for (let turn = 0; continues(); turn++) {
    const wire =
      turn % 2 === 0 ? { method: 'POST', body: { title: `during the stop ${turn}` } } : {}
    const answer: Received | Error = await send(`${service.url}/api/tasks`, {
      ...wire,
      agent,
      headers,
    }).catch((error: Error) => error)
    if (answer instanceof Error) tally.failed.push(answer.message)
    else if (answer.status >= 400) tally.failed.push(`${answer.status} ${answer.body}`)
    else tally.answered++
    if (!(answer instanceof Error) && answer.headers['connection'] === 'close') tally.askedToClose++
  }
}

test('SIGTERM under load: not ready at once, a second of notice, no request failed, code 0', async (t) => {
  const service = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })
  const tally: Tally = { answered: 0, failed: [], askedToClose: 0 }
  let signaledAt = Number.POSITIVE_INFINITY
  let exited = false
  const watching = watchReadiness(service, () => exited)
  // Up to shortly before the earliest moment at which the socket may close.
  const continues = () => performance.now() < signaledAt + NOTICE_MS - 200
  const working = Array.from({ length: WORKERS }, () => load(service, agent, continues, tally))
  await until('the load is running', () => tally.answered > 50)

  const exit = once(service.process, 'exit') as Promise<[number | null]>
  signaledAt = performance.now()
  service.process.kill('SIGTERM')
  const [code] = await exit
  exited = true
  const tookMs = performance.now() - signaledAt
  await Promise.all(working)
  const { notReadyAt, closedAt } = await watching
  agent.destroy()

  t.diagnostic(
    `${tally.answered} answered, ${tally.failed.length} failed, ${Math.round(tookMs)} ms`,
  )
  assert.equal(code, 0)
  assert.deepEqual(tally.failed, [])
  assert.ok(tally.askedToClose > 0, 'keep-alive clients are asked to close the connection')
  assert.ok(notReadyAt - signaledAt < 500, `not ready after ${notReadyAt - signaledAt} ms`)
  assert.ok(closedAt - signaledAt >= NOTICE_MS, `closed after ${closedAt - signaledAt} ms`)
  assert.ok(closedAt - notReadyAt >= NOTICE_MS - 500)
  assert.ok(tookMs < 10_000, `ended after ${tookMs} ms`)
  assert.ok(service.log.some(({ msg }) => msg === 'stopped'))
})

async function untilWaiting(): Promise<void> {
  await until('the request waits for the lock', async () => {
    return (await countWaitingRequests(admin)) === 1
  })
}

test('a request in flight when the socket closes is answered', async () => {
  const service = await start()
  const idle = new Agent({ keepAlive: true })
  await send(`${service.url}/healthz`, { agent: idle })
  await holdTasks(admin)
  const slow = send(`${service.url}/api/tasks`, { headers: { 'x-api-key': service.apiKey } })
  await untilWaiting()
  const stopped = service.stop()
  await until('the socket is closed', async () => {
    return send(`${service.url}/healthz`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    )
  })
  await admin.query('rollback')
  assert.equal((await slow).status, 200)
  assert.equal(await stopped, 0, 'an idle connection does not delay the stop')
  idle.destroy()
})

test('requests that do not end within the grace period are cut off, logged, and the exit code is 1', async () => {
  const service = await start({ SERVICE_ACP_SHUTDOWN_GRACE: '500ms' })
  await holdTasks(admin)
  const slow = send(`${service.url}/api/tasks`, { headers: { 'x-api-key': service.apiKey } })
  const cutOff = assert.rejects(slow)
  await untilWaiting()
  const signaledAt = performance.now()
  assert.equal(await service.stop(), 1)
  await cutOff
  assert.ok(performance.now() - signaledAt < 4_000)
  assert.ok(service.log.some(({ msg }) => String(msg).startsWith('shutdown timed out')))
  await admin.query('rollback')
})
