import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Ask, dashboardOf } from '../../../../tests/harness/dashboard/dashboard.ts'
import type { TestTenant } from '../../../../tests/harness/service.ts'
import { inspect, newTenant, newUser, testApi } from '../../../../tests/harness/test-api.ts'

let tenant: TestTenant
let sibling: TestTenant
let ask: ReturnType<typeof dashboardOf>

before(async () => {
  tenant = (await newTenant()).tenant
  sibling = (await newTenant()).tenant
  ask = dashboardOf(await testApi(), tenant, await newUser(tenant, 'ada'))
})

/** Without the headers that browsers set, unless given. */
function create(headers: Ask['headers']) {
  const bare = { 'x-ts-csrf': undefined, 'sec-fetch-site': undefined, 'sec-fetch-mode': undefined }
  return ask('/ui/api/tasks', {
    method: 'POST',
    body: { title: 'made' },
    headers: { ...bare, ...headers },
  })
}

const count = () => inspect('select count(*) from tasks where tenant_id = $1', [tenant.id])

const own = { 'x-ts-csrf': '1' }
const allowed: Record<string, () => Ask['headers']> = {
  'a browser with Sec-Fetch-Site': () => ({ ...own, 'sec-fetch-site': 'same-origin' }),
  'a browser with Origin': () => ({ ...own, origin: `http://${tenant.host}` }),
  'a browser behind TLS that is not configured': () => ({
    ...own,
    origin: `https://${tenant.host}`,
  }),
  'one with a port': () => ({
    ...own,
    host: `${tenant.host}:8001`,
    origin: `http://${tenant.host}:8001`,
  }),
  both: () => ({ ...own, 'sec-fetch-site': 'same-origin', origin: `http://${tenant.host}` }),
}
const refused: Record<string, () => Ask['headers']> = {
  'nothing at all': () => ({}),
  'only the header': () => own,
  'no header': () => ({ 'sec-fetch-site': 'same-origin', origin: `http://${tenant.host}` }),
  'another value': () => ({ 'x-ts-csrf': 'true', 'sec-fetch-site': 'same-origin' }),
  'another tenant on the same site': () => ({ ...own, 'sec-fetch-site': 'same-site' }),
  'another site': () => ({ ...own, 'sec-fetch-site': 'cross-site' }),
  'the address bar': () => ({ ...own, 'sec-fetch-site': 'none' }),
  'the origin of another tenant': () => ({ ...own, origin: `http://${sibling.host}` }),
  'the origin of another tenant and the right site': () => ({
    ...own,
    'sec-fetch-site': 'same-origin',
    origin: `http://${sibling.host}`,
  }),
  'an opaque origin': () => ({ ...own, origin: 'null' }),
  'another port': () => ({ ...own, origin: `http://${tenant.host}:8002` }),
  'a longer name': () => ({ ...own, origin: `http://${tenant.host}.evil.test` }),
  'a shorter name': () => ({ ...own, origin: `http://x.${tenant.host}` }),
  'a trailing path': () => ({ ...own, origin: `http://${tenant.host}/` }),
}

describe('a change', () => {
  for (const [what, headers] of Object.entries(allowed)) {
    test(`is accepted from ${what}`, async () => {
      assert.equal((await create(headers())).statusCode, 201)
    })
  }
  for (const [what, headers] of Object.entries(refused)) {
    test(`is rejected with ${what}`, async () => {
      const earlier = await count()
      const answer = await create(headers())
      assert.equal(answer.statusCode, 403)
      assert.equal(answer.json()['code'], 'cross_site_request')
      assert.deepEqual(await count(), earlier)
    })
  }

  test('requires JSON, which a form cannot send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { ...own, 'sec-fetch-site': 'same-origin', 'content-type': type }
      assert.equal((await create(headers)).statusCode, 415, type)
    }
  })

  test('is checked after the password', async () => {
    assert.equal((await create({ authorization: undefined })).statusCode, 401)
  })
})

test('reading requires none of it', async () => {
  const bare = { 'x-ts-csrf': undefined, 'sec-fetch-site': 'cross-site' }
  assert.equal((await ask('/ui/api/tasks', { headers: bare })).statusCode, 200)
})
