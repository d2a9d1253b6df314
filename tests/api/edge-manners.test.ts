// Connectors and other clients: failed authentication is limited, and waiting polls do not keep a process from stopping.
import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { EdgeJobWithRows, Polled } from '@task-service/contract'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  type EdgeAnswer,
  type EdgeFrame,
  type EdgeTransport,
  TestEdge,
} from '../harness/edge/test-edge.ts'
import { buildLocalApi, HOST_SUFFIX, type LocalApi } from '../harness/service.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

after(() => database.drop())

async function withApi(
  env: Record<string, string>,
  work: (api: LocalApi) => Promise<void>,
): Promise<void> {
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  try {
    await work(api)
  } finally {
    await api.stop()
  }
}

let count = 0

async function enroll({ app, apiKey }: LocalApi, send?: EdgeTransport): Promise<TestEdge> {
  const { enrolment_token: token } = await app
    .inject({
      method: 'POST',
      url: '/api/connectors',
      headers: { 'x-api-key': apiKey },
      payload: { name: `connector ${++count}` },
    })
    .then((answer) => answer.json<{ enrolment_token: string }>())
  const inject: EdgeTransport = async ({ method, path, headers, body }: EdgeFrame) => {
    const answer = await app.inject({ method, url: path, headers, payload: body })
    return { status: answer.statusCode, text: answer.body }
  }
  const edge = new TestEdge(send ?? inject)
  assert.equal((await edge.enroll(token)).status, 200)
  assert.equal((await edge.open()).status, 200)
  return edge
}

/** Guesses at one tenant after the other, from one address; then one of a network besides. */
async function guessAtTenants({ app }: LocalApi, limited: number) {
  const stranger = new TestEdge(async () => assert.fail('sends nothing itself'))
  const guess = async (slug: string, remoteAddress: string) => {
    const { method, path, headers, body } = stranger.enrollFrame('cnt_guess')
    const host = `${slug}.${HOST_SUFFIX}`
    const options = { method, url: path, headers: { ...headers, host }, payload: body }
    return (await app.inject({ ...options, remoteAddress })).statusCode
  }
  const statuses = []
  for (let each = 0; each < limited + 2; each++) {
    // Other addresses of the same network.
    statuses.push(await guess(`tenant-${each}`, `198.51.100.${each + 1}`))
  }
  return { statuses, elsewhere: await guess('tenant-0', '203.0.113.1') }
}

const HOSTS = { SERVICE_ACP_HOST: HOST_SUFFIX }

describe('refusals', () => {
  test('are limited for a network, and connectors with a session continue', async () => {
    await withApi({ SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '3' }, async (api) => {
      const edge = await enroll(api)
      const stranger = new TestEdge(edge.send)
      const answers = []
      for (let guess = 0; guess < 5; guess++) {
        answers.push((await edge.send(stranger.enrollFrame(`cnt_guess-${guess}`))).status)
      }
      assert.deepEqual(answers, [401, 401, 401, 429, 429])
      assert.equal((await edge.poll()).status, 200)
    })
  })

  test('of a network over its limit cost no query, and connectors that are known open new sessions', async () => {
    await withApi({ SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '3' }, async (api) => {
      const edge = await enroll(api)
      const stranger = new TestEdge(edge.send)
      const guess = () => edge.send(stranger.enrollFrame('cnt_guess-again'))
      for (let each = 0; each < 3; each++) assert.equal((await guess()).status, 401)
      const copied = edge.copy()
      copied.session = `eds_${'0'.repeat(32)}`
      await withAdmin(database.superuserUrl, async (admin) => {
        await admin.query('begin')
        await admin.query('lock table tenants, connectors in access exclusive mode')
        assert.equal((await guess()).status, 429)
        assert.equal((await copied.poll()).status, 429)
        assert.equal((await edge.send({ ...stranger.enrollFrame('x'), body: '' })).status, 400)
      })
      assert.equal((await edge.open()).status, 200)
      assert.equal((await edge.poll()).status, 200)
    })
  })

  test('count by network, whichever tenants it tries', async () => {
    const limit = { ...HOSTS, SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '3' }
    await withApi(limit, async (api) => {
      const { statuses, elsewhere } = await guessAtTenants(api, 3)
      assert.deepEqual(statuses, [401, 401, 401, 429, 429])
      assert.equal(elsewhere, 401, 'another network is not affected')
    })
  })

  test('control: without the bound a network may try every tenant', async () => {
    await withApi({ ...HOSTS, SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: 'off' }, async (api) => {
      const { statuses } = await guessAtTenants(api, 3)
      assert.deepEqual(statuses, [401, 401, 401, 401, 401])
    })
  })

  test('control: without the bound all are answered alike', async () => {
    await withApi({}, async (api) => {
      const edge = await enroll(api)
      const stranger = new TestEdge(edge.send)
      for (let guess = 0; guess < 5; guess++) {
        assert.equal((await edge.send(stranger.enrollFrame(`cnt_guess-${guess}`))).status, 401)
      }
    })
  })
})

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

/** Over a connection of its own, as the server that stops has to see it through. */
async function ask(url: string, asked: Asked): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { method = 'GET', headers = {}, body = '' } = asked
  request(url, { agent: false, method, headers }, resolve).on('error', reject).end(body)
  const answer = await promise
  return { status: answer.statusCode ?? 0, text: await text(answer) }
}

const overNetwork =
  (url: string): EdgeTransport =>
  ({ method, path, headers, body }) => {
    const length = String(Buffer.byteLength(body))
    return ask(url + path, { method, headers: { ...headers, 'content-length': length }, body })
  }

/** Resolves when the poll waits: its lag is stored right before that. */
async function held(api: LocalApi, edge: TestEdge): Promise<{ answer: Promise<EdgeAnswer> }> {
  await edge.send(edge.announceFrame())
  const answer = edge.poll({ wait_ms: 25_000, room: 0, lag_ms: 7 })
  const url = `/api/connectors/${edge.connector}`
  for (;;) {
    const shown = await api.app.inject({ url, headers: { 'x-api-key': api.apiKey } })
    if (shown.json<{ lag_ms: number }>().lag_ms === 7) return { answer }
  }
}

test('polls and runs that wait end when the process stops, and are answered', async () => {
  const api = await buildLocalApi({ databaseUrl: database.url })
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const edge = await enroll(api, overNetwork(url))
  const { answer } = await held(api, edge)
  const path = `/api/connectors/${edge.connector}`
  const body = JSON.stringify({ database: 'erp', statement: 'open', wait_seconds: 25 })
  const headers = {
    'x-api-key': api.apiKey,
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const run = ask(`${url}${path}/run`, { method: 'POST', headers, body })
  for (;;) {
    const shown = await api.app.inject({ url: path, headers: { 'x-api-key': api.apiKey } })
    if (shown.json<{ waiting_jobs: number }>().waiting_jobs === 1) break
  }
  const startedAt = performance.now()
  await api.stop()
  assert.ok(performance.now() - startedAt < 10_000)
  assert.deepEqual((JSON.parse((await answer).text) as Polled).jobs, [])
  assert.equal((JSON.parse((await run).text) as EdgeJobWithRows).state, 'waiting')
})

test('waiting long polls do not count as in flight', async () => {
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_LIMIT_IN_FLIGHT: '4' },
  })
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const polls = []
  for (let each = 0; each < 8; each++) {
    polls.push((await held(api, await enroll(api, overNetwork(url)))).answer)
  }
  const { status } = await ask(`${url}/api/ping`, { headers: { 'x-api-key': api.apiKey } })
  assert.equal(status, 200)
  await api.stop()
  for (const poll of polls) assert.equal((await poll).status, 200)
})
