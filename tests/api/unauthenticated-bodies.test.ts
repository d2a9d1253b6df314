// Slow request bodies from callers without credentials: what the process holds of them stays within its byte budget, and
// requests that prove themselves still pass.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { send } from '../operate/send.ts'

const CONNECTIONS = 300
const MIB = 2 ** 20
const WEBHOOK_SECRET = 'a-secret-of-the-repository'
/** The budget is 32 MiB. The rest is for socket buffers and what the garbage collector has not collected yet. */
const MAX_GROWTH_MIB = 160

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

after(() => database.drop())

async function withService(
  env: Record<string, string>,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  const service = await startService({ databaseUrl: database.url, env })
  try {
    await work(service)
  } finally {
    await service.kill()
  }
}

function rssMib({ process: { pid } }: Service): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

type Slow = { path: string; bytes: number; headers?: string }

/** Announces a body, sends all of it but the last byte, and waits. */
function openSlow({ url }: Service, { path, bytes, headers = '' }: Slow): Socket {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers}content-length: ${bytes}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(bytes - 1, ' '))
  return socket
}

const isQuiet = (socket: Socket) => socket.destroyed || socket.writableLength === 0

/** The largest growth of the process while the connections are open. */
async function growthUnder(service: Service, slow: Slow, beside?: () => Promise<void>) {
  const atFirst = rssMib(service)
  const sockets = Array.from({ length: CONNECTIONS }, () => openSlow(service, slow))
  try {
    let most = atFirst
    for (let round = 0; round < 60 && (round < 10 || !sockets.every(isQuiet)); round++) {
      most = Math.max(most, rssMib(service))
      await sleep(100)
    }
    await beside?.()
    return Math.max(most, rssMib(service)) - atFirst
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** An integration whose webhooks are verified without asking anyone. */
async function connectGithub({ url, apiKey }: Service): Promise<string> {
  const headers = { 'x-api-key': apiKey }
  const created = await send(`${url}/api/integrations`, {
    method: 'POST',
    headers,
    body: {
      provider: 'github',
      name: 'GitHub',
      config: { base_url: 'http://127.0.0.1:8999', owner: 'acme', repo: 'service' },
    },
  })
  assert.equal(created.status, 201, created.body)
  const id = String(created.json()['id'])
  const credential = await send(`${url}/api/integrations/${id}/credential`, {
    method: 'PUT',
    headers,
    body: { secrets: { token: 'github_pat_x', webhook_secret: WEBHOOK_SECRET } },
  })
  assert.equal(credential.status, 200, credential.body)
  return id
}

async function deliver({ url }: Service, id: string): Promise<number> {
  const body = { zen: 'Keep it logically awesome.', hook_id: 1 }
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(JSON.stringify(body)).digest('hex')
  const { status } = await send(`${url}/hooks/${id}`, {
    method: 'POST',
    headers: {
      'x-github-event': 'ping',
      'x-github-delivery': `delivery-${Math.random()}`,
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  })
  return status
}

const strangers: Record<string, Slow> = {
  'webhooks of an unknown integration': { path: `/hooks/int_${'0'.repeat(32)}`, bytes: 4 * MIB },
  'webhooks of no integration': { path: '/hooks/nothing', bytes: 4 * MIB },
  'frames of an unknown session': {
    path: '/edge/announce',
    bytes: MIB,
    headers: `authorization: Edge eds_${'0'.repeat(32)} send 1 ${'A'.repeat(86)}\r\n`,
  },
  enrollments: { path: '/edge/enrol', bytes: MIB },
  'password resets': {
    path: '/ui/reset',
    bytes: MIB,
    headers: 'x-ts-csrf: 1\r\nsec-fetch-site: same-origin\r\n',
  },
  'links of no question': { path: `/answer/${'A'.repeat(43)}`, bytes: MIB },
  'paths that do not exist': { path: '/nothing', bytes: MIB },
}

const EGRESS = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' }

describe(`${CONNECTIONS} slow bodies from callers without credentials`, () => {
  test('are not held in memory where no receiver can match', async () => {
    await withService({}, async (service) => {
      for (const [what, slow] of Object.entries(strangers)) {
        const growth = await growthUnder(service, slow, async () => {
          assert.equal((await send(`${service.url}/healthz`)).status, 200)
        })
        assert.ok(growth < MAX_GROWTH_MIB, `${what}: memory grew by ${Math.round(growth)} MiB`)
      }
    })
  })

  test('are held up to the budget where the integration is known, and webhooks still pass', async () => {
    await withService(EGRESS, async (service) => {
      const id = await connectGithub(service)
      assert.equal(await deliver(service, id), 202)
      const slow = { path: `/hooks/${id}`, bytes: 4 * MIB }
      const growth = await growthUnder(service, slow, async () => {
        assert.equal(await deliver(service, id), 202, 'a webhook passes beside them')
      })
      assert.ok(growth < MAX_GROWTH_MIB, `memory grew by ${Math.round(growth)} MiB`)
    })
  })

  test('control: without the budget all of them are held', async () => {
    const off = {
      ...EGRESS,
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_MEMORY: 'off',
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME: 'off',
    }
    await withService(off, async (service) => {
      const id = await connectGithub(service)
      const growth = await growthUnder(service, { path: `/hooks/${id}`, bytes: 4 * MIB })
      assert.ok(growth > MAX_GROWTH_MIB, `memory grew by ${Math.round(growth)} MiB only`)
    })
  })
})
