import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  provisionTenant,
  type TestTenant,
} from '../../../tests/harness/service.ts'
import { type Received, send } from '../../../tests/operate/send.ts'
import { generateApiKey } from '../crypto/api-key.ts'

let database: TestDatabase
let ours: TestTenant
let theirs: TestTenant

before(async () => {
  database = await createDatabase()
  ours = await provisionTenant(database.url, 'ours')
  theirs = await provisionTenant(database.url, 'theirs')
})

after(() => database.drop())

type SendRequest = (tenant: TestTenant, key?: string, localAddress?: string) => Promise<Received>

/** Counters are per process; a separate API stands for a separate process. */
async function withApi(
  env: Record<string, string>,
  work: (sendRequest: SendRequest) => Promise<void>,
) {
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX, ...env },
  })
  try {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    await work((tenant, key = tenant.key, localAddress = '127.0.0.1') =>
      send(`${url}/api/ping`, { localAddress, headers: { host: tenant.host, 'x-api-key': key } }),
    )
  } finally {
    await api.stop()
  }
}

function secondsIn(header: unknown): number {
  const seconds = Number(header)
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${String(header)} s`)
  return seconds
}

test('responses contain the remaining requests, and the next one gets 429 until the window ends', async () => {
  await withApi({ SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: '3' }, async (sendRequest) => {
    for (const left of [2, 1, 0]) {
      const { status, headers } = await sendRequest(ours)
      assert.equal(status, 200)
      assert.equal(headers['ratelimit-policy'], '"default";q=3;w=60')
      assert.match(String(headers['ratelimit']), new RegExp(`^"default";r=${left};t=\\d+$`))
    }
    const refused = await sendRequest(ours)
    assert.equal(refused.status, 429)
    assert.equal(refused.json()['code'], 'rate_limited')
    assert.match(String(refused.headers['content-type']), /^application\/problem\+json/)
    assert.match(String(refused.headers['ratelimit']), /^"default";r=0;t=\d+$/)
    secondsIn(refused.headers['retry-after'])
    assert.equal((await sendRequest(theirs)).status, 200, 'another tenant has its own window')
    assert.equal(
      (await sendRequest(ours, generateApiKey())).status,
      401,
      'requests without a key do not count',
    )
  })
})

test('`off` disables the limit and the headers', async () => {
  await withApi({ SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: 'off' }, async (sendRequest) => {
    const { status, headers } = await sendRequest(ours)
    assert.equal(status, 200)
    assert.equal(headers['ratelimit'], undefined)
  })
})

test('a network that sends wrong keys is rate limited, and others are not', async () => {
  await withApi({ SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '5' }, async (sendRequest) => {
    for (let tried = 0; tried < 5; tried++) {
      assert.equal((await sendRequest(ours, generateApiKey())).status, 401)
    }
    const refused = await sendRequest(ours, generateApiKey())
    assert.equal(refused.status, 429)
    assert.equal(refused.json()['code'], 'rate_limited')
    secondsIn(refused.headers['retry-after'])
    assert.equal((await sendRequest(ours, ours.key)).status, 429, 'an unknown key is not looked up')
    assert.equal(
      (await sendRequest(ours, generateApiKey(), '127.0.0.2')).status,
      429,
      'the same /24',
    )
    assert.equal((await sendRequest(ours, ours.key, '127.0.9.2')).status, 200)
    assert.equal((await sendRequest(ours, generateApiKey(), '127.0.9.2')).status, 401)
  })
})

test('keys in use keep working from an address with guessed keys', async () => {
  await withApi({ SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '2' }, async (sendRequest) => {
    assert.equal((await sendRequest(ours)).status, 200)
    await sendRequest(ours, generateApiKey())
    await sendRequest(ours, generateApiKey())
    assert.equal((await sendRequest(ours, generateApiKey())).status, 429)
    assert.equal(
      (await sendRequest(theirs, ours.key)).status,
      429,
      'but not at another tenant’s host',
    )
    assert.equal((await sendRequest(ours)).status, 200)
  })
})
