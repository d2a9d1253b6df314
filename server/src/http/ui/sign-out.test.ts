import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dashboardOf, type Person } from '../../../../tests/harness/dashboard/dashboard.ts'
import type { TestTenant } from '../../../../tests/harness/service.ts'
import { newTenant, newUser, testApi } from '../../../../tests/harness/test-api.ts'

let tenant: TestTenant
let ada: Person

before(async () => {
  tenant = (await newTenant()).tenant
  ada = await newUser(tenant, 'ada')
})

/** As a browser does: opens a page with its cached credentials. */
async function open(path: string, person?: Person) {
  const ask = dashboardOf(await testApi(), tenant, person)
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'x-ts-csrf': undefined }
  return ask(path, { headers })
}

async function prepare(): Promise<string> {
  const ask = dashboardOf(await testApi(), tenant, ada)
  return String((await ask('/ui/api/sign-out', { method: 'POST' })).json()['path'])
}

test('the URL rejects the right password once, and then accepts a new sign-in', async () => {
  const path = await prepare()
  const refused = await open(path, ada)
  assert.equal(refused.statusCode, 401)
  assert.match(String(refused.headers['www-authenticate']), /^Basic realm=/)
  assert.match(refused.body, /You are signed out/)
  const wrong = await open(path, { ...ada, password: 'not these words' })
  assert.equal(wrong.statusCode, 401)
  assert.equal((await open(path)).statusCode, 401)
  const again = await open(path, ada)
  assert.equal(again.statusCode, 302)
  assert.equal(again.headers['location'], '/ui/')
})

test('each URL works for one sign-out', async () => {
  const [one, two] = [await prepare(), await prepare()]
  assert.equal((await open(one, ada)).statusCode, 401)
  assert.notEqual(one, two)
  assert.equal((await open(two, ada)).statusCode, 401)
})

test('a forged URL does not sign the user out', async () => {
  const path = await prepare()
  const last = path.at(-1) === 'A' ? 'B' : 'A'
  for (const made of [
    '/ui/sign-out',
    '/ui/sign-out?at=',
    '/ui/sign-out?at=x&at=y',
    path.slice(0, -2) + last,
  ]) {
    assert.equal((await open(made, ada)).statusCode, 302, made)
  }
  assert.equal((await open('/ui/sign-out')).statusCode, 401)
})
