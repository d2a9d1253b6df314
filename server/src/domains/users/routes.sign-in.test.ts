// Signing in and out leaves audit entries: who, from which network, with which program. Guessing cannot flood the log.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { AuditEntry } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { dashboardOf, type Person } from '../../../../tests/harness/dashboard/dashboard.ts'
import { newTenant, newUser, testApi } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

let client: ApiClient

before(async () => {
  client = await newTenant()
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function visit(person: Person, path = '/ui/api/me', agent = FIREFOX, method = 'GET') {
  const ask = dashboardOf(await testApi(), client.tenant, person)
  return ask(path, { method, headers: { 'user-agent': agent } })
}

async function entriesOf(subject: string, action: string): Promise<AuditEntry[]> {
  const query = { subject_id: subject, action: [action] }
  return (await client.call('audit.list', { query })).body.data
}

const untilCount = (subject: string, action: string, count: number) =>
  until(`${count} ${action}`, async () => {
    const entries = await entriesOf(subject, action)
    return entries.length >= count && entries
  })

const details = (entry: AuditEntry | undefined) =>
  Object.fromEntries(entry?.changes.map(({ field, to }) => [field, to]) ?? [])

describe('a sign-in', () => {
  test('is recorded once per network and program, under the user', async () => {
    const ada = await newUser(client.tenant, 'ada')
    for (let i = 0; i < 5; i++) assert.equal((await visit(ada)).statusCode, 200)
    const [entry] = await untilCount(ada.id, 'user.signed_in', 1)
    assert.deepEqual(entry?.actor, { kind: 'user', id: ada.id })
    assert.deepEqual(details(entry), { network: '127.0.0.0/24', user_agent: FIREFOX })
    await visit(ada, '/ui/api/me', 'curl/8.5')
    const entries = await untilCount(ada.id, 'user.signed_in', 2)
    assert.equal(entries.length, 2)
    assert.equal(details(entries[0])['user_agent'], 'curl/8.5')
  })

  test('stores at most 200 characters of the program', async () => {
    const bea = await newUser(client.tenant, 'bea')
    await visit(bea, '/ui/api/me', 'x'.repeat(3_000))
    const [entry] = await untilCount(bea.id, 'user.signed_in', 1)
    assert.equal(details(entry)['user_agent'], 'x'.repeat(200))
  })
})

test('a sign-out is recorded under the user', async () => {
  const cleo = await newUser(client.tenant, 'cleo')
  assert.equal((await visit(cleo, '/ui/api/sign-out', FIREFOX, 'POST')).statusCode, 200)
  const [entry] = await untilCount(cleo.id, 'user.signed_out', 1)
  assert.deepEqual(entry?.actor, { kind: 'user', id: cleo.id })
  assert.deepEqual(details(entry), { network: '127.0.0.0/24', user_agent: FIREFOX })
})

describe('a failed sign-in', () => {
  test('is recorded about the user, and not by the user', async () => {
    const dora = await newUser(client.tenant, 'dora')
    const wrong = { ...dora, password: 'not her password' }
    assert.equal((await visit(wrong)).statusCode, 401)
    const [entry] = await untilCount(dora.id, 'user.sign_in_failed', 1)
    assert.deepEqual(entry?.actor, { kind: 'system', id: 'sign-in' })
    assert.deepEqual(details(entry), {
      network: '127.0.0.0/24',
      user_agent: FIREFOX,
      attempts: 1,
    })
    assert.doesNotMatch(JSON.stringify(entry), /not her password/)
  })

  test('with an unknown name is recorded about the tenant, without the name', async () => {
    const person = { id: '', username: 'hunter2-typed-into-the-wrong-field', password: 'x' }
    assert.equal((await visit(person)).statusCode, 401)
    const entries = await until('it is recorded', async () => {
      const query = { action: ['tenant.sign_in_failed'] }
      const { data } = (await client.call('audit.list', { query })).body
      return data.length > 0 && data
    })
    assert.match(entries[0]?.subject_id ?? '', /^ten_/)
    assert.doesNotMatch(JSON.stringify(entries), /hunter2/)
  })
})
