import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import {
  addTenant,
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
} from '../../../../tests/harness/service.ts'
import { send } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'

const MIB = 2 ** 20

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

after(() => database.drop())

type Running = { api: LocalApi; url: string }

async function withApi(env: Record<string, string>, work: (running: Running) => Promise<void>) {
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  const sockets = opened.length
  try {
    await work({ api, url: await api.app.listen({ port: 0, host: '127.0.0.1' }) })
  } finally {
    for (const socket of opened.splice(sockets)) socket.destroy()
    await api.stop()
  }
}

const opened: Socket[] = []

type Slow = { path: string; headers: string[]; declared: number; sent: string | Buffer }

/** Sends less of a body than it declares. */
function openSlow(url: string, { path, headers, declared, sent }: Slow): Socket {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  opened.push(socket)
  const head = [`POST ${path} HTTP/1.1`, ...headers, `content-length: ${declared}`, '', '']
  socket.write(head.join('\r\n'))
  socket.write(sent)
  return socket
}

const json = 'content-type: application/json'

const enroll = (declared: number, sent: string): Slow => ({
  path: '/edge/enrol',
  headers: ['host: localhost', json],
  declared,
  sent,
})

const creates = (host: string, key: string): Slow => ({
  path: '/api/tasks',
  headers: [`host: ${host}`, json, `x-api-key: ${key}`],
  declared: MIB,
  sent: Buffer.alloc(MIB - 1, ' '),
})

function create(url: string, host: string, key: string, input: string) {
  const headers = { host, 'x-api-key': key }
  return send(`${url}/api/tasks`, { method: 'POST', headers, body: { title: 'a', input } })
}

describe('a body of a caller without credentials', () => {
  test('that is too slow gets 408, and the connection is closed', async () => {
    const env = { SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME: '200ms' }
    await withApi(env, async ({ url }) => {
      const answer = await text(openSlow(url, enroll(100, '{"token"')))
      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.match(answer, /connection: close/i)
      assert.match(answer, /"code":"request_timeout"/)
      assert.match(answer, /within 0\.2 s; bytes received: 8/)
    })
  })

  test('control: without the limit the server keeps waiting', async () => {
    const env = { SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME: 'off' }
    await withApi(env, async ({ url }) => {
      const socket = openSlow(url, enroll(11, '{"token"'))
      await once(socket, 'connect')
      await sleep(300)
      socket.write(':1}')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      assert.match(String(answer), /^HTTP\/1\.1 400 /)
    })
  })

  test('is limited to a few KiB for enrollment, challenge, session and reset', async () => {
    await withApi({}, async ({ url }) => {
      for (const path of ['/edge/enrol', '/edge/challenge', '/edge/session']) {
        const answer = await send(url + path, { method: 'POST', body: 'x'.repeat(9_000) })
        assert.equal(answer.status, 413)
        assert.match(answer.body, /at least 9,002 bytes, maximum 8,192/)
      }
      const headers = { 'x-ts-csrf': '1', 'sec-fetch-site': 'same-origin' }
      const body = 'x'.repeat(9_000)
      const reset = await send(`${url}/ui/reset`, { method: 'POST', headers, body })
      assert.equal(reset.status, 413)
    })
  })
})

describe('many small unauthenticated bodies', () => {
  test('count with what a request costs, not only with their bytes', async () => {
    const env = {
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_MEMORY: '12MiB',
      // With a limit, new connections of one network would wait to be read.
      SERVICE_ACP_LIMIT_CONNECTIONS: 'off',
    }
    await withApi(env, async ({ url }) => {
      // Half of the budget for one network: 192 with 32 KiB each.
      const slow = Array.from({ length: 200 }, () => openSlow(url, enroll(100, '{')))
      const rejected = await Promise.race(slow.map((socket) => text(socket)))
      assert.match(rejected, /^HTTP\/1\.1 503 /)
    })
  })
})

describe('bodies of authenticated callers', () => {
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_LIMIT_BODY_MEMORY: '8MiB' }

  test('have a budget, half of which one tenant can use', async () => {
    await withApi(env, async ({ api, url }) => {
      const [greedy, other] = [await addTenant(api.db, 'greedy'), await addTenant(api.db, 'other')]
      const slow = Array.from({ length: 12 }, () => openSlow(url, creates(greedy.host, greedy.key)))
      const refused = await Promise.race(slow.map((socket) => text(socket)))
      assert.match(refused, /^HTTP\/1\.1 503 /)
      assert.match(refused, /retry-after: 1/i)
      assert.match(refused, /connection: close/i)
      assert.match(refused, /"code":"overloaded"/)
      const large = 'x'.repeat(900_000)
      assert.equal((await create(url, other.host, other.key, large)).status, 201)
      assert.equal((await create(url, greedy.host, greedy.key, 'small')).status, 201)
      // A closed connection frees its bytes.
      for (const socket of slow) socket.destroy()
      await until('the bytes are free again', async () => {
        return (await create(url, greedy.host, greedy.key, large)).status === 201
      })
    })
  })

  test('control: without the budget the server waits for all of them', async () => {
    await withApi({ ...env, SERVICE_ACP_LIMIT_BODY_MEMORY: 'off' }, async ({ api, url }) => {
      const tenant = await addTenant(api.db, 'unbounded')
      const slow = Array.from({ length: 12 }, () => openSlow(url, creates(tenant.host, tenant.key)))
      const large = 'x'.repeat(900_000)
      assert.equal((await create(url, tenant.host, tenant.key, large)).status, 201)
      assert.ok(slow.every((socket) => !socket.readableEnded))
    })
  })
})

describe('large bodies of closed requests', () => {
  test('are not parsed, and do not wait in memory', async () => {
    await withApi({ SERVICE_ACP_HOST: HOST_SUFFIX }, async ({ api, url }) => {
      const tenant = await addTenant(api.db, 'impatient')
      // Invalid labels: parsed and validated, but rejected before anything is stored.
      const body = JSON.stringify({ title: 'a', labels: Array.from({ length: 240_000 }, () => '') })
      const request: Slow = {
        path: '/api/tasks',
        headers: [`host: ${tenant.host}`, json, `x-api-key: ${tenant.key}`],
        declared: body.length,
        sent: body,
      }
      const answer = async () => {
        const startedAt = performance.now()
        const [received] = (await once(openSlow(url, request), 'data')) as [Buffer]
        assert.match(String(received), /^HTTP\/1\.1 400 /)
        return performance.now() - startedAt
      }
      await answer()
      const alone = Math.max(await answer(), await answer(), await answer())
      const closed = Array.from({ length: 40 }, () => openSlow(url, request))
      await Promise.race(closed.map((socket) => once(socket, 'data')))
      for (const socket of closed) socket.destroy()
      const next = await answer()
      // If the closed requests were parsed first, it would be as many times as there are.
      assert.ok(next < 10 * alone, `${Math.round(next)} ms after ${Math.round(alone)} ms alone`)
    })
  })
})
