// A request waits for the database to authenticate and then for its own transaction: its 503 comes within five seconds of its
// arrival, not of each wait.
import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { type Gate, startGate } from '../../../../tests/harness/network/gate.ts'
import { buildLocalApi, type LocalApi } from '../../../../tests/harness/service.ts'
import { ACQUIRE_TIMEOUT_MS } from './connect-after.ts'

/** What is known about a key is believed for half a second without asking the database. */
const FORGOTTEN_MS = 700
const AUTHENTICATED_AFTER_MS = 3_000
/** Each for as long as a single one may take. */
const TWO_WAITS_MS = AUTHENTICATED_AFTER_MS + ACQUIRE_TIMEOUT_MS

let database: TestDatabase
let gate: Gate
let api: LocalApi

before(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  gate = await startGate(Number(url.port))
  url.port = String(gate.port)
  api = await buildLocalApi({ databaseUrl: url.href })
})

after(async () => {
  gate.hold(() => undefined)
  await api.stop()
  await gate.stop()
  await database.drop()
})

type Request = { method: 'GET' | 'POST' | 'PATCH'; url: string; payload?: object }

/** Why handlers failed, which a response does not say. */
const failures: string[] = []
channel('tracing:fastify.request.handler:error').subscribe((message) => {
  failures.push((message as { error: Error }).error.message) // of Fastify
})

async function send(request: Request) {
  const from = performance.now()
  const response = await api.app.inject({ ...request, headers: { 'x-api-key': api.apiKey } })
  return { response, ms: performance.now() - from }
}

const creating = (title: string): Request => ({
  method: 'POST',
  url: '/api/tasks',
  payload: { title },
})

test('requests that waited for authentication wait less for their own connection', async () => {
  const { response: first } = await send(creating('before'))
  assert.equal(first.statusCode, 201, first.body)
  const { id } = first.json<{ id: string }>()
  // Of new connections only those of authentication are let through, late.
  gate.hold((startup) =>
    startup.includes('_auth') ? sleep(AUTHENTICATED_AFTER_MS) : new Promise(() => undefined),
  )
  gate.cut()
  await sleep(FORGOTTEN_MS)
  const answers = await Promise.all([
    send(creating('in a group')),
    send({ method: 'PATCH', url: `/api/tasks/${id}`, payload: { title: 'alone' } }),
    send({ method: 'GET', url: '/api/tasks?limit=1' }),
    send({ method: 'GET', url: '/api/tasks?q=before' }),
  ])
  for (const { response, ms } of answers) {
    assert.equal(response.statusCode, 503, response.body)
    assert.equal(response.json<{ code: string }>().code, 'database_unavailable')
    assert.ok(ms > AUTHENTICATED_AFTER_MS, `authentication did not wait: ${ms} ms`)
    assert.ok(ms < TWO_WAITS_MS, `${response.raw.req.method} after ${ms} ms`)
  }
  // Not the limit of the pool, which begins with each wait.
  assert.deepEqual(
    failures,
    answers.map(() => 'the request has waited too long for a connection'),
  )
})
