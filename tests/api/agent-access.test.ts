// Which credential opens which operation: every operation with an API key and with an agent token, at both paths.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  acceptsAgentToken,
  agentPath,
  type Operation,
  type OperationId,
  operations,
} from '@task-service/contract'
import { newTokenAgent } from '../harness/agents/new-agent.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { inspect, newTenant, testAddress } from '../harness/test-api.ts'
import { send } from '../operate/send.ts'
import { until } from '../operate/until.ts'

let url: string
let client: ApiClient
let token: string

before(async () => {
  url = await testAddress()
  client = await newTenant()
  token = (await newTokenAgent(client)).token
})

type Credential = 'API key' | 'agent token'

const headersOf = (credential: Credential, form: 'own' | 'X-API-Key' | 'Bearer') => {
  const secret = credential === 'API key' ? client.tenant.key : token
  const isKey = form === 'X-API-Key' || (form === 'own' && credential === 'API key')
  return isKey ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` }
}

/** The error code of a request without a body, for objects that do not exist. */
async function codeOf(
  { method, path }: Pick<Operation, 'method'> & { path: string },
  headers: Record<string, string>,
): Promise<string> {
  const target = path.replaceAll(/\{\w+\}/g, 'x')
  const { host } = client.tenant
  const answer = await send(`${url}${target}`, { method, headers: { host, ...headers } })
  if (answer.status < 400) return 'none'
  return String(answer.json()['code'])
}

const unrouted = ['route_not_found', 'method_not_allowed']

describe('every operation', () => {
  for (const [name, entry] of Object.entries<Operation>(operations)) {
    const id = name as OperationId // keys of the table
    const atAgent = { method: entry.method, path: agentPath(entry.path) }

    test(`${id} accepts an API key below /api, and no agent token`, async () => {
      const code = await codeOf(entry, headersOf('API key', 'own'))
      assert.notEqual(code, 'unauthenticated')
      for (const form of ['X-API-Key', 'Bearer'] as const) {
        assert.equal(await codeOf(entry, headersOf('agent token', form)), 'unauthenticated')
      }
    })

    test(`${id} ${acceptsAgentToken(id) ? 'accepts' : 'rejects'} an agent token below /agent, and no API key`, async () => {
      for (const form of ['X-API-Key', 'Bearer'] as const) {
        assert.equal(await codeOf(atAgent, headersOf('API key', form)), 'agent_unauthenticated')
      }
      // Another test fails for an operation of the table that is not served at all.
      const isServed = !unrouted.includes(await codeOf(entry, headersOf('API key', 'own')))
      const code = await codeOf(atAgent, headersOf('agent token', 'own'))
      assert.equal(unrouted.includes(code), !(acceptsAgentToken(id) && isServed), code)
      assert.notEqual(code, 'agent_unauthenticated')
    })
  }

  test('there are operations of both kinds', () => {
    const ids = Object.keys(operations) as OperationId[] // keys of the table
    assert.ok(ids.some(acceptsAgentToken) && !ids.every(acceptsAgentToken))
  })
})

const ask = (headers: Record<string, string | string[]>, path = '/agent/nothing') =>
  send(`${url}${path}`, { headers: { host: client.tenant.host, ...headers } })

describe('a request without a valid agent token', () => {
  const attempts: Record<string, () => Record<string, string>> = {
    'another token': () => ({ authorization: `Bearer agt_${'x'.repeat(32)}` }),
    'the token without a scheme': () => ({ authorization: token }),
    'the token as Basic': () => ({ authorization: `Basic ${btoa(`agent:${token}`)}` }),
    'the token with more behind it': () => ({ authorization: `Bearer ${token}x` }),
    'a token of 9,000 characters': () => ({ authorization: `Bearer agt_${'x'.repeat(9_000)}` }),
    'the token as a cookie': () => ({ cookie: `token=${token}` }),
    'the token at an unknown host': () => ({
      authorization: `Bearer ${token}`,
      host: 'unknown.tasks.test',
    }),
  }
  for (const [name, headers] of Object.entries(attempts)) {
    test(`${name} gets the same response as no token`, async () => {
      const [without, answer] = [await ask({}), await ask(headers())]
      assert.equal(without.json()['code'], 'agent_unauthenticated')
      for (const { status, headers: received } of [without, answer]) {
        assert.deepEqual([status, received['www-authenticate']], [401, 'Bearer'])
      }
      const bodyOf = ({ body, headers: { 'x-request-id': id } }: typeof answer) =>
        body.replace(String(id), '')
      assert.equal(bodyOf(answer), bodyOf(without))
    })
  }

  test('the scheme is written in any case, and a token in the query does not count', async () => {
    assert.equal((await ask({ authorization: `bearer ${token}` })).status, 404)
    assert.equal((await ask({}, `/agent/nothing?access_token=${token}`)).status, 401)
  })
})

test('a token of another tenant is rejected', async () => {
  const other = await newTokenAgent(await newTenant())
  assert.equal((await ask({ authorization: `Bearer ${other.token}` })).status, 401)
})

test('the agent of a suspended tenant gets 403, and its requests count for the tenant', async () => {
  const tenant = await newTenant()
  const { asAgent } = await newTokenAgent(tenant)
  const status = async () => (await asAgent.send({ url: '/agent/nothing' })).status
  const setStatus = (value: string) =>
    inspect('update tenants set status = $1 where tenant_id = $2', [value, tenant.tenant.id])
  assert.equal(await status(), 404)
  await setStatus('suspended')
  await until('the suspension is noticed', async () => (await status()) === 403)
  await setStatus('active')
  await until('the agent is served again', async () => (await status()) === 404)
})
