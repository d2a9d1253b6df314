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

/** As the browser does it: a page is opened, with what it has cached. */
async function open(path: string, person?: Person) {
  const ask = dashboardOf(await testApi(), tenant, person)
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'x-ts-csrf': undefined }
  return ask(path, { headers })
}

async function prepare(): Promise<string> {
  const ask = dashboardOf(await testApi(), tenant, ada)
  return String((await ask('/ui/api/sign-out', { method: 'POST' })).json()['path'])
}

test('the address refuses the right password once, and opens to whoever signs in again', async () => {
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

test('each address is for one time of leaving', async () => {
  const [one, two] = [await prepare(), await prepare()]
  assert.equal((await open(one, ada)).statusCode, 401)
  assert.notEqual(one, two)
  assert.equal((await open(two, ada)).statusCode, 401)
})

test('an address that somebody made up signs nobody out', async () => {
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
