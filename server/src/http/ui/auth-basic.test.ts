import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Ask,
  basic,
  dashboardOf,
  type Person,
} from '../../../../tests/harness/dashboard/dashboard.ts'
import { HOST_SUFFIX, type TestTenant } from '../../../../tests/harness/service.ts'
import { inspect, newTenant, newUser, testApi } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'
import { readBasic } from './auth-basic.ts'

let ours: TestTenant
let theirs: TestTenant
let ada: Person

before(async () => {
  ours = (await newTenant()).tenant
  theirs = (await newTenant()).tenant
  ada = await newUser(ours, 'ada')
  await newUser(theirs, 'ada', 'another set of words')
})

async function sendRequest(headers: Ask['headers'], path = '/ui/api/me', method = 'GET') {
  return dashboardOf(await testApi(), ours)(path, { method, headers: { ...headers } })
}

/** Everything a caller sees, without what differs between any two requests. */
async function seen(answer: ReturnType<typeof sendRequest>) {
  const { statusCode, headers, body } = await answer
  const { date: _date, 'x-request-id': requestId, ...rest } = headers
  return { statusCode, headers: rest, body: body.replace(String(requestId), '<request id>') }
}

const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('a request without the right password', () => {
  const attempts: Record<string, () => Ask['headers']> = {
    'a wrong password': () => ({ authorization: basic({ ...ada, password: 'wrong words here' }) }),
    'an empty password': () => ({ authorization: encode('ada:') }),
    'an unknown user': () => ({ authorization: basic({ ...ada, username: 'unknown' }) }),
    'an invalid username': () => ({ authorization: encode(`a\0b:${ada.password}`) }),
    'no colon': () => ({ authorization: encode('ada') }),
    'bytes that are not UTF-8': () => ({ authorization: 'Basic /////w==' }),
    'not base64': () => ({ authorization: 'Basic ä' }),
    'a header of 9,000 characters': () => ({ authorization: encode(`ada:${'x'.repeat(9_000)}`) }),
    'the password as Bearer': () => ({ authorization: `Bearer ${ada.password}` }),
    'the API key as the key': () => ({ 'x-api-key': ours.key }),
    'the API key as the password': () => ({ authorization: encode(`ada:${ours.key}`) }),
    'the password at another tenant': () => ({ authorization: basic(ada), host: theirs.host }),
    'the password at an unknown host': () => ({
      authorization: basic(ada),
      host: `unknown.${HOST_SUFFIX}`,
    }),
    'the password at a strange host': () => ({ authorization: basic(ada), host: 'localhost' }),
    'a cookie': () => ({ cookie: `authorization=${basic(ada)}` }),
  }

  for (const [name, headers] of Object.entries(attempts)) {
    test(`${name} gets the same response as no credentials`, async () => {
      const without = await seen(sendRequest({}))
      assert.equal(without.statusCode, 401)
      assert.match(without.body, /"code":"sign_in_required"/)
      assert.deepEqual(await seen(sendRequest(headers())), without)
    })
  }

  test('unknown paths require it like all others', async () => {
    for (const path of [
      '/ui/',
      '/ui/x',
      '/ui/api/x',
      '/ui/api/tasks',
      '/ui/assets/x.js',
      '/ui/%zz',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        assert.equal((await sendRequest({}, path, method)).statusCode, 401, `${method} ${path}`)
      }
    }
  })
})

describe('signing in', () => {
  test('accepts the name in any case, and returns the user', async () => {
    for (const username of ['ada', 'Ada', 'ADA']) {
      const answer = await sendRequest({ authorization: basic({ ...ada, username }) })
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json()['user'], {
        id: ada.id,
        username: 'ada',
        name: '',
        must_change_password: false,
      })
    }
  })

  test('a disabled user and an old password are rejected within a second, and accepted again', async () => {
    const bob = await newUser(ours, 'bob')
    const status = async () => (await sendRequest({ authorization: basic(bob) })).statusCode
    assert.equal(await status(), 200)
    const change = (columns: string) =>
      inspect(`update users set ${columns} where tenant_id = $1 and username = 'bob'`, [ours.id])
    await change('disabled_at = now()')
    await until('it is noticed', async () => (await status()) === 401)
    await change('disabled_at = null')
    await until('it is noticed', async () => (await status()) === 200)
    await change('password_version = 2, password_hash = null')
    await until('it is noticed', async () => (await status()) === 401)
  })

  test('a suspended tenant gets 403, only with the right password', async () => {
    const { tenant } = await newTenant()
    const eve = await newUser(tenant, 'eve')
    const ask = dashboardOf(await testApi(), tenant, eve)
    assert.equal((await ask('/ui/api/me')).statusCode, 200)
    await inspect(`update tenants set status = 'suspended' where slug = $1`, [tenant.slug])
    await until('it is noticed', async () => (await ask('/ui/api/me')).statusCode === 403)
    const wrong = dashboardOf(await testApi(), tenant, { ...eve, password: 'not these words' })
    assert.equal((await wrong('/ui/api/me')).statusCode, 401)
  })
})

describe('the browser’s password prompt', () => {
  const challenged: [string, Ask['headers'], boolean][] = [
    ['a page navigation', { 'sec-fetch-mode': 'navigate' }, true],
    ['a program without headers', {}, true],
    ['data that a page fetches', { 'sec-fetch-mode': 'cors' }, false],
    ['an image', { 'sec-fetch-mode': 'no-cors' }, false],
    ['a request of the dashboard without Sec-Fetch-Mode', { 'x-ts-csrf': '1' }, false],
    ['a stream without Sec-Fetch-Mode', { accept: 'text/event-stream' }, false],
  ]
  for (const [what, headers, asks] of challenged) {
    test(`comes ${asks ? '' : 'not '}with ${what}`, async () => {
      const plain = { 'x-ts-csrf': undefined, 'sec-fetch-mode': undefined }
      const answer = await sendRequest({ ...plain, 'sec-fetch-site': undefined, ...headers })
      assert.equal(answer.statusCode, 401)
      assert.equal(
        answer.headers['www-authenticate'],
        asks ? `Basic realm="Task Service ${ours.slug}", charset="UTF-8"` : undefined,
      )
    })
  }

  test('has a page behind it for users who cancel it', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'x-ts-csrf': undefined }
    const answer = await sendRequest(headers, '/ui/tasks')
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.match(answer.body, /Sign-in required/)
  })
})

describe('credentials in the header', () => {
  const read: [string, ReturnType<typeof readBasic>][] = [
    [encode('ada:a:b c'), { username: 'ada', password: 'a:b c' }],
    [encode('ada:pässwörd'), { username: 'ada', password: 'pässwörd' }],
    [encode('ada:').replace('Basic', 'basic'), { username: 'ada', password: '' }],
    [encode("x' or 1=1:y"), { username: '', password: 'y' }],
    [`${encode('ada:x')} more`, undefined],
    ['Basic', undefined],
    ['', undefined],
  ]
  for (const [header, expected] of read) {
    test(`${header || 'none'} reads as ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(readBasic(header), expected)
    })
  }
})
