// Claimed tasks count toward a limit, whatever the number of requests that claim them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  provisionTenant,
  type TestTenant,
} from '../../../tests/harness/service.ts'
import { createAgent, createTasks } from '../../../tests/harness/work/agent-client.ts'
import { type Received, send } from '../../../tests/operate/send.ts'

const AGENT = 'worker'

let database: TestDatabase
let ours: TestTenant
let theirs: TestTenant

before(async () => {
  database = await createDatabase()
  ours = await provisionTenant(database.url, 'ours')
  theirs = await provisionTenant(database.url, 'theirs')
})

after(() => database.drop())

type Post = (tenant: TestTenant, path: string, body: object) => Promise<Received>

/** With so many tasks of each tenant in the queue. */
async function withApi(
  limit: string,
  tasks: number,
  work: (post: Post, postAsAgent: Post) => Promise<void>,
) {
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: limit }
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  try {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const tokens = new Map<TestTenant, string>()
    const drafts = Array.from({ length: tasks }, () => ({ title: 'Check order' }))
    for (const tenant of [ours, theirs]) {
      const owner = { url, apiKey: tenant.key, host: tenant.host }
      tokens.set(tenant, await createAgent(owner, { name: `${AGENT}-${limit}`, concurrency: null }))
      await createTasks(owner, drafts)
    }
    await work(
      ({ host, key }, path, body) =>
        send(url + path, { method: 'POST', headers: { host, 'x-api-key': key }, body }),
      (tenant, path, body) => {
        const headers = { host: tenant.host, authorization: `Bearer ${tokens.get(tenant)}` }
        return send(url + path, { method: 'POST', headers, body })
      },
    )
  } finally {
    await api.stop()
  }
}

const claimedIn = ({ json }: Received) => json()['data'] as { task: { id: string } }[]

test('a tenant that claimed as many tasks as it may send requests gets 429, and others do not', async () => {
  await withApi('30', 70, async (post, postAsAgent) => {
    const claim = { agent: `${AGENT}-30`, max: 20 }
    for (let turn = 0; turn < 2; turn++) {
      const response = await post(ours, '/api/tasks/claim', claim)
      assert.deepEqual([response.status, claimedIn(response).length], [200, 20])
    }
    const ready = await post(ours, '/api/tasks', { title: 'One more' })
    assert.equal(ready.status, 201, 'other requests are not affected')
    const refused = [
      await post(ours, '/api/tasks/claim', claim),
      await postAsAgent(ours, '/agent/tasks/claim', { max: 1 }),
      await post(ours, `/api/tasks/${String(ready.json()['id'])}/claim`, { agent: claim.agent }),
    ]
    for (const { status, headers, json } of refused) {
      assert.deepEqual([status, json()['code']], [429, 'rate_limited'])
      assert.match(String(json()['detail']), /limit of 30 claimed tasks per minute/)
      const seconds = Number(headers['retry-after'])
      assert.ok(seconds >= 1 && seconds <= 60)
    }
    assert.equal(claimedIn(await post(theirs, '/api/tasks/claim', claim)).length, 20)
  })
})

test('claims that return nothing, and an agent that completes what it claims, do not reach the limit', async () => {
  await withApi('150', 60, async (_, postAsAgent) => {
    let completed = 0
    for (;;) {
      const claimed = await postAsAgent(ours, '/agent/tasks/claim', { max: 20 })
      assert.equal(claimed.status, 200)
      const data = claimed.json()['data'] as { run: { id: string }; lease_token: string }[]
      if (data.length === 0) break
      for (const { run, lease_token } of data) {
        const path = `/agent/runs/${run.id}/complete`
        const { status, body } = await postAsAgent(ours, path, { lease_token, result: {} })
        assert.equal(status, 200, body)
        completed++
      }
    }
    assert.ok(completed >= 60)
  })
})

test('`off` disables the limit', async () => {
  await withApi('off', 60, async (post) => {
    const claim = { agent: `${AGENT}-off`, max: 20 }
    for (let turn = 0; turn < 3; turn++) {
      assert.equal(claimedIn(await post(theirs, '/api/tasks/claim', claim)).length, 20)
    }
  })
})
