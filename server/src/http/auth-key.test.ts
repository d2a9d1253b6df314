import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { HOST_SUFFIX, type TestTenant } from '../../../tests/harness/service.ts'
import { inspect, newTenant, testAddress } from '../../../tests/harness/test-api.ts'
import { send, type Wire } from '../../../tests/operate/send.ts'
import { until } from '../../../tests/operate/until.ts'
import { generateApiKey } from '../crypto/api-key.ts'

let url: string
let ours: TestTenant
let theirs: TestTenant

before(async () => {
  ours = (await newTenant()).tenant
  theirs = (await newTenant()).tenant
  url = await testAddress()
})

function sendRequest(headers: Wire['headers'], path = '/api/ping', method = 'GET') {
  return send(url + path, { method, headers: { host: ours.host, ...headers } })
}

/** Everything a caller sees, without what differs between any two requests. */
async function seen(answer: ReturnType<typeof sendRequest>) {
  const { status, headers, body } = await answer
  const { date: _date, 'x-request-id': requestId, ...rest } = headers
  return { status, headers: rest, body: body.replace(String(requestId), '<request id>') }
}

/** Sends raw bytes, for requests that no client would send; returns the response text. */
async function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

describe('a request without a valid key', () => {
  const attempts: Record<string, () => Wire['headers']> = {
    'a wrong key': () => ({ 'x-api-key': generateApiKey() }),
    'an empty key': () => ({ 'x-api-key': '' }),
    'a key of blanks': () => ({ 'x-api-key': '   ' }),
    'the right key twice': () => ({ 'x-api-key': [ours.key, ours.key] }),
    'the right key and a wrong one': () => ({ 'x-api-key': [ours.key, generateApiKey()] }),
    'the right key with something behind it': () => ({ 'x-api-key': `${ours.key}x` }),
    'the right key in another case': () => ({ 'x-api-key': ours.key.toUpperCase() }),
    'a key of 9,000 characters': () => ({ 'x-api-key': 'k'.repeat(9_000) }),
    'the right key as Bearer': () => ({ authorization: `Bearer ${ours.key}` }),
    'the right key as Basic': () => ({
      authorization: `Basic ${Buffer.from(`api:${ours.key}`).toString('base64')}`,
    }),
    'the right key as a cookie': () => ({ cookie: `X-API-Key=${ours.key}` }),
    'another tenant’s key': () => ({ 'x-api-key': theirs.key }),
    'the right key at another tenant’s host': () => ({ 'x-api-key': ours.key, host: theirs.host }),
    'the right key at an unknown host': () => ({
      'x-api-key': ours.key,
      host: `unknown.${HOST_SUFFIX}`,
    }),
    'the right key at a strange host': () => ({ 'x-api-key': ours.key, host: 'localhost' }),
    'the right key at the bare suffix': () => ({ 'x-api-key': ours.key, host: HOST_SUFFIX }),
  }

  for (const [name, headers] of Object.entries(attempts)) {
    test(`${name} gets the same response as no key`, async () => {
      const without = await seen(sendRequest({}))
      assert.equal(without.status, 401)
      assert.match(without.body, /"code":"unauthenticated"/)
      assert.deepEqual(await seen(sendRequest(headers())), without)
    })
  }

  test('the response names the header, also for those who sent the key as Bearer', async () => {
    const { headers, body } = await seen(sendRequest({ authorization: `Bearer ${ours.key}` }))
    assert.equal(headers['www-authenticate'], 'ApiKey realm="api", header="X-API-Key"')
    const { detail } = JSON.parse(body) as { detail: string } // every error has one
    assert.match(detail, /in the `X-API-Key` header, not as `Authorization: Bearer`/)
  })

  test('the key in the query is not accepted, and does not change the response', async () => {
    const without = await seen(sendRequest({}))
    assert.deepEqual(await seen(sendRequest({}, `/api/ping?X-API-Key=${ours.key}`)), without)
  })

  test('paths that cannot be decoded, or that are very long, require the key like all others', async () => {
    const without = await seen(sendRequest({}))
    for (const path of [
      '/api/%zz',
      '/api/tasks/%e0%a4%a',
      `/api/tasks/${'a'.repeat(9_000)}`,
      '/%61pi/ping',
      '/api?x=1',
      '/api/ping/',
      '/api//ping',
      '/api/../api/ping',
    ]) {
      assert.deepEqual(await seen(sendRequest({}, path)), without, path.slice(0, 40))
    }
  })

  test('with the key those paths are not found, not malformed', async () => {
    for (const path of ['/api/%zz', `/api/${'a'.repeat(9_000)}`, '/api/ping//']) {
      assert.equal((await sendRequest({ 'x-api-key': ours.key }, path)).status, 404)
    }
  })

  test('a trailing slash requires the key, and changes nothing else', async () => {
    for (const path of ['/api/ping/', '/api/ping/?']) {
      assert.equal((await sendRequest({}, path)).status, 401)
      assert.equal((await sendRequest({ 'x-api-key': ours.key }, path)).status, 200)
    }
  })

  test('a full URL in the request line is authenticated in the same way', async () => {
    const bytes = `GET http://${ours.host}/api/ping HTTP/1.1\r\nHost: ${ours.host}\r\nConnection: close\r\n\r\n`
    assert.match(await sendRaw(bytes), /^HTTP\/1\.1 401 /)
  })
})

describe('the tenant’s host', () => {
  test('is recognized with a port, in upper case and with a trailing dot', async () => {
    for (const host of [`${ours.host}:8001`, ours.host.toUpperCase(), `${ours.host}.`]) {
      const answer = await sendRequest({ 'x-api-key': ours.key, host })
      assert.equal(answer.status, 200, host)
      assert.equal(answer.json()['tenant'], ours.slug)
    }
  })

  test('has one label before the suffix', async () => {
    const host = `www.${ours.host}`
    assert.equal((await sendRequest({ 'x-api-key': ours.key, host })).status, 401)
  })
})

const withKey = () => ({ 'x-api-key': ours.key })

describe('methods', () => {
  test('HEAD responds like GET, without the body', async () => {
    const get = await sendRequest(withKey())
    const head = await sendRequest(withKey(), '/api/ping', 'HEAD')
    assert.equal(head.status, 200)
    assert.equal(head.body, '')
    assert.equal(head.headers['content-length'], String(get.body.length))
    assert.equal((await sendRequest({}, '/api/ping', 'HEAD')).status, 401)
  })

  for (const method of ['OPTIONS', 'TRACE', 'DELETE', 'PROPFIND', 'QUERY', 'PURGE']) {
    test(`${method} on a list is 405 with the allowed methods, after authentication`, async () => {
      assert.equal((await sendRequest({}, '/api/tasks', method)).status, 401)
      const answer = await sendRequest(withKey(), '/api/tasks', method)
      assert.equal(answer.status, 405)
      assert.equal(answer.headers['allow'], 'GET, POST, HEAD')
      assert.equal(answer.json()['code'], 'method_not_allowed')
    })
  }

  test('an unknown method is rejected as malformed HTTP', async () => {
    const answer = await sendRaw(`NONSENSE /api/ping HTTP/1.1\r\nHost: ${ours.host}\r\n\r\n`)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /application\/problem\+json/)
  })

  test('X-HTTP-Method-Override and similar headers have no effect', async () => {
    const created = await send(`${url}/api/tasks`, {
      method: 'POST',
      headers: { host: ours.host, ...withKey() },
      body: { title: 'stays' },
    })
    const path = String(created.headers['location'])
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await sendRequest({ ...withKey(), [header]: 'DELETE' }, path)
      assert.equal(answer.status, 200, header)
      const viaPost = await sendRequest({ ...withKey(), [header]: 'DELETE' }, path, 'POST')
      assert.equal(viaPost.status, 405, header)
    }
    assert.equal((await sendRequest(withKey(), `${path}?_method=DELETE`)).status, 400)
    assert.equal((await sendRequest(withKey(), path)).status, 200)
  })
})

test('a suspended tenant gets 403, only with its own key, and is served again when resumed', async () => {
  const { tenant } = await newTenant()
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  assert.equal((await sendRequest(headers)).status, 200)
  await setStatus(tenant, 'suspended')
  const answer = await until('the suspension is noticed', async () => {
    const { status, json } = await sendRequest(headers)
    return status === 403 && json()
  })
  assert.equal(answer['code'], 'tenant_suspended')
  assert.equal(
    (await sendRequest({ host: tenant.host, 'x-api-key': generateApiKey() })).status,
    401,
  )
  await setStatus(tenant, 'active')
  await until('the tenant is served again', async () => (await sendRequest(headers)).status === 200)
})

function setStatus({ slug }: TestTenant, status: string): Promise<unknown> {
  return inspect('update tenants set status = $1 where slug = $2', [status, slug])
}
