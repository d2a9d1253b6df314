// Revocation over two running processes: how long after the commit an agent token still authenticates in each.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { send } from '../operate/send.ts'
import { until } from '../operate/until.ts'

const ROUNDS = 10
const PROMISE_MS = 1_000
const PAUSE_MS = 50

let database: TestDatabase
let services: [Service, Service]
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const apiKey = generateApiKey()

before(async () => {
  database = await createDatabase()
  const start = () => startService({ databaseUrl: database.url, apiKey, args: ['--role', 'api'] })
  services = await Promise.all([start(), start()])
})

after(async () => {
  agent.destroy()
  await Promise.all(services.map((service) => service.kill()))
  await database.drop()
})

async function call(method: string, path: string, body?: object) {
  const headers = { 'x-api-key': apiKey }
  const answer = await send(services[0].url + path, {
    agent,
    method,
    headers,
    ...(body && { body }),
  })
  assert.ok(answer.status < 300, answer.body)
  return answer
}

async function isAccepted({ url }: Service, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await send(`${url}/agent/nothing`, { agent, headers })
  assert.ok(status === 404 || status === 401, `answered ${status}`)
  return status === 404
}

type End = (name: string, tokenId: string) => Promise<unknown>

/** The last moment after the end, in milliseconds, at which a request was sent that was accepted. */
async function measure(name: string, end: End): Promise<number[]> {
  await call('POST', '/api/agents', { name })
  const created = (await call('POST', `/api/agents/${name}/tokens`, {})).json()
  const token = String(created['token'])
  const lastYes = services.map(() => Number.NEGATIVE_INFINITY)
  let endedAt = Number.POSITIVE_INFINITY
  const watching = services.map(async (service, index) => {
    while (performance.now() < endedAt + PROMISE_MS + 200) {
      const sentAt = performance.now()
      if (await isAccepted(service, token)) lastYes[index] = sentAt
      await sleep(PAUSE_MS)
    }
  })
  await until('the token works in both', () => lastYes.every((time) => time > 0))
  await sleep(Math.random() * 500)
  await end(name, String(created['id']))
  endedAt = performance.now()
  await Promise.all(watching)
  return lastYes.map((time) => Math.max(0, time - endedAt))
}

const ends: Record<string, End> = {
  'a revoked token': (name, id) => call('DELETE', `/api/agents/${name}/tokens/${id}`),
  'a token of a deleted agent': (name) => call('DELETE', `/api/agents/${name}`),
}

for (const [index, [what, end]] of Object.entries(ends).entries()) {
  test(`${what} is rejected within one second in each of two processes`, async (t) => {
    const rounds = Array.from({ length: ROUNDS }, (_, round) =>
      measure(`agent-${index}-${round}`, end),
    )
    const found = (await Promise.all(rounds)).flat()
    const worst = Math.max(...found)
    t.diagnostic(`${found.length} measurements, worst ${Math.round(worst)} ms`)
    assert.ok(worst < PROMISE_MS, `still accepted after ${worst} ms`)
  })
}
