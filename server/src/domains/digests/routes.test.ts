// Settings of one's own digest, codes within their limits, and the link that unsubscribes without a sign-in.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Digest } from '@task-service/contract'
import { makeUnsubscribeToken } from '#crypto/mail-tokens.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { basic, OWN, provisionUser } from '../../../../tests/harness/dashboard/dashboard.ts'
import { createDatabase } from '../../../../tests/harness/database.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { asReader, newReaders, type Reader } from '../../../../tests/harness/inbox/inbox-world.ts'
import {
  changeDigest,
  confirm,
  digestOf,
  setAddress,
} from '../../../../tests/harness/mail/digest-world.ts'
import { addTenant, buildLocalApi, HOST_SUFFIX } from '../../../../tests/harness/service.ts'
import { inspect, newTenant, newUser, testApi } from '../../../../tests/harness/test-api.ts'
import { readInstance } from '../keys/index.ts'

let client: ApiClient
let ada: Reader
let bob: Reader

before(async () => {
  ;({ client, ada, bob } = await newReaders())
})

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  `${statusCode} ${(JSON.parse(body) as { code: string }).code}`
const idOf = ({ id }: Reader) => id.replace('usr_', '')
const patch = (who: Reader, body: object) => who.ask('/ui/api/digest', { method: 'PATCH', body })

describe('the settings', () => {
  test('begin with those of the tenant, off', async () => {
    const { frequency, hour, time_zone: zone, language, available } = await digestOf(ada)
    assert.deepEqual([frequency, hour, zone, language, available], ['off', 8, 'UTC', 'en', true])
  })

  test('are one’s own, and say when the next digest is due', async () => {
    await inspect(
      `insert into inbox_digests (tenant_id, user_id, frequency, hour, time_zone, language, address)
       values ($1, $2, 'off', 8, 'UTC', 'en', 'ada@example.com')`,
      [client.tenant.id, idOf(ada)],
    )
    const change = { frequency: 'daily', hour: 23, time_zone: 'Asia/Tokyo', language: 'de' }
    const changed = await changeDigest(ada, change)
    assert.match(changed.next_at ?? '', /T14:00:00\.000Z$/)
    assert.deepEqual(await digestOf(ada), changed)
    assert.equal((await digestOf(bob)).frequency, 'off')
    assert.equal((await changeDigest(ada, { frequency: 'off' })).next_at, null)
    const removed = await ada.ask('/ui/api/digest/address', { method: 'DELETE' })
    assert.equal((removed.json() as unknown as Digest).address, null)
  })

  test('reject what is not valid', async () => {
    for (const body of [{}, { hour: 24 }, { frequency: 'hourly' }, { address: 'a@example.com' }]) {
      assert.equal(codeOf(await patch(ada, body)), '400 invalid_request')
    }
    assert.equal(codeOf(await patch(ada, { time_zone: 'Mars/Base' })), '400 time_zone_unknown')
    const hostile = [
      'ada@example.com\r\nBcc: eve@example.com',
      'ada@example.com, eve@example.com',
      'Ada <ada@example.com>',
      'ada@localhost',
      `${'a'.repeat(65)}@example.com`,
    ]
    for (const address of hostile) {
      assert.equal(codeOf(await setAddress(ada, address)), '400 invalid_request', address)
    }
  })
})

describe('a code', () => {
  test('is that of its request, and expires', async () => {
    assert.equal(codeOf(await confirm(ada, 'AAAAA-AAAAA')), '400 digest_code_invalid')
    assert.equal((await setAddress(ada, 'ada@example.com')).statusCode, 200)
    assert.equal(codeOf(await confirm(ada, 'AAAAA-AAAAA')), '400 digest_code_invalid')
    await inspect('update inbox_digests set code_expires_at = now() where user_id = $1', [
      idOf(ada),
    ])
    assert.equal(codeOf(await confirm(ada, 'AAAAA-AAAAA')), '400 digest_code_invalid')
    assert.equal((await digestOf(ada)).address, null)
  })

  test('is sent to one person five times a day', async () => {
    for (let count = 0; count < 5; count++) {
      assert.equal((await setAddress(bob, `bob-${count}@example.com`)).statusCode, 200)
    }
    const rejected = await setAddress(bob, 'bob@example.com')
    assert.equal(codeOf(rejected), '429 rate_limited')
    assert.ok(Number(rejected.headers['retry-after']) > 80_000)
    await inspect(
      `update inbox_digests set code_times = array(select t - interval '1 day' from unnest(code_times) t)
       where user_id = $1`,
      [idOf(bob)],
    )
    assert.equal((await setAddress(bob, 'bob@example.com')).statusCode, 200)
  })

  test('is sent to the people of a tenant 100 times an hour', async () => {
    const tenant = await newTenant()
    const [one, other] = [
      await asReader(tenant, await newUser(tenant.tenant, 'one')),
      await asReader(tenant, await newUser(tenant.tenant, 'other')),
    ]
    await setAddress(one, 'one@example.com')
    await inspect(
      `update inbox_digests set code_times = array_fill(now(), array[100]) where user_id = $1`,
      [idOf(one)],
    )
    assert.equal(codeOf(await setAddress(other, 'other@example.com')), '429 rate_limited')
    assert.equal((await setAddress(ada, 'ada@example.com')).statusCode, 200, 'another tenant')
  })
})

async function open(who: Reader, at: ApiClient, method: 'GET' | 'POST' = 'GET') {
  const { app, db } = await testApi()
  const { pepper } = await readInstance(db.auth)
  const token = makeUnsubscribeToken(pepper, {
    tenantId: client.tenant.id,
    userId: uuidOf(who.id),
  })
  return app.inject({
    method,
    url: `/unsubscribe/${token}`,
    headers: {
      host: at.tenant.host,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
  })
}

describe('the link that unsubscribes', () => {
  test('asks first, and turns the digest off with one click', async () => {
    await changeDigest(ada, { frequency: 'weekly', language: 'de' })
    const page = await open(ada, client)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<form method="post" action="\/unsubscribe\/[\w-]{43}">/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    assert.equal(
      (await digestOf(ada)).frequency,
      'weekly',
      'programs that check links change nothing',
    )
    const done = await open(ada, client, 'POST')
    assert.equal(done.statusCode, 200, done.body)
    assert.match(done.body, /nicht mehr per E-Mail/)
    assert.equal((await digestOf(ada)).frequency, 'off')
    assert.equal((await open(ada, client, 'POST')).statusCode, 200, 'again')
  })

  test('works at the host of its tenant only, and not with another token', async () => {
    const { app } = await testApi()
    assert.equal((await open(ada, await newTenant())).statusCode, 410)
    const headers = { host: client.tenant.host }
    const wrong = await app.inject({
      method: 'GET',
      url: `/unsubscribe/${'A'.repeat(43)}`,
      headers,
    })
    assert.equal(wrong.statusCode, 410)
    assert.doesNotMatch(wrong.body, /<form/)
  })
})

test('without an SMTP server it says so, and nothing can be set', async () => {
  const database = await createDatabase()
  const api = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX },
  })
  try {
    const tenant = await addTenant(api.db, 'default-2')
    const person = await provisionUser(database.url, tenant, 'ada')
    const headers = { ...OWN, authorization: basic(person), host: tenant.host }
    const ask = (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) =>
      api.app.inject({ method, url, headers, ...(payload && { payload }) })
    const shown = (await ask('GET', '/ui/api/digest')).json() as Digest
    assert.equal(shown.available, false)
    const changed = await ask('PATCH', '/ui/api/digest', { frequency: 'daily' })
    assert.equal(codeOf(changed), '409 digest_unavailable')
    const set = await ask('POST', '/ui/api/digest/address', { address: 'ada@example.com' })
    assert.equal(codeOf(set), '409 digest_unavailable')
  } finally {
    await api.stop()
    await database.drop()
  }
})
