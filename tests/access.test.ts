// The access table: every operation of the contract × every kind of key, so that no route authenticates in its own way.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Operation, operations } from '@task-service/contract'
import { VERSION } from '../server/src/app/version.ts'
import { generateApiKey } from '../server/src/crypto/api-key.ts'
import type { TestApi } from './harness/deployment.ts'
import { LEVEL } from './harness/migration/next-migration.ts'
import type { TestTenant } from './harness/service.ts'
import { newTenant, testApi } from './harness/test-api.ts'

let api: TestApi
let ours: TestTenant
let theirs: TestTenant

before(async () => {
  api = await testApi()
  ours = (await newTenant()).tenant
  theirs = (await newTenant()).tenant
})

/** No id of these exists, and no body is sent: after authentication the response is a rejection, or a list. */
function concretePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `no-such-${name}`)
}

async function knock(method: Operation['method'], url: string, key: string | undefined) {
  const headers = { host: ours.host, ...(key !== undefined && { 'x-api-key': key }) }
  const answer = await api.app.inject({ method, url, headers })
  return { status: answer.statusCode, body: answer.body.replace(/"request_id":"[^"]*"/, '') }
}

const rows: readonly { method: Operation['method']; path: string }[] = [
  ...Object.values<Operation>(operations),
  { method: 'GET', path: '/api' },
  { method: 'GET', path: '/api/' },
  { method: 'GET', path: '/api/no/such/path' },
  { method: 'DELETE', path: '/api/ping' },
]

for (const { method, path } of rows) {
  describe(`${method} ${path}`, () => {
    const url = concretePath(path)

    test('is closed without a key, with a wrong one and with another tenant’s, all alike', async () => {
      const without = await knock(method, url, undefined)
      assert.equal(without.status, 401)
      assert.deepEqual(await knock(method, url, generateApiKey()), without)
      assert.deepEqual(await knock(method, url, theirs.key), without)
      assert.deepEqual(await knock(method, url, api.apiKey), without)
    })

    test('is open with the right key', async () => {
      const { status } = await knock(method, url, ours.key)
      assert.ok([200, 201, 400, 404, 405].includes(status), `answered ${status}`)
    })
  })
}

test('control: the other tenant’s key is a good key at its own host', async () => {
  const headers = { host: theirs.host, 'x-api-key': theirs.key }
  const answer = await api.app.inject({ url: '/api/ping', headers })
  assert.equal(answer.statusCode, 200)
  assert.equal((JSON.parse(answer.body) as { tenant: string }).tenant, theirs.slug) // the ping of the contract
})

test('health and readiness need no credentials and reveal nothing but the version', async () => {
  for (const [url, body] of [
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready', version: VERSION, level: LEVEL }],
  ] as const) {
    const answer = await api.app.inject({ url })
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(JSON.parse(answer.body), body)
  }
})
