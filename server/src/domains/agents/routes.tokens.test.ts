// Tokens of agents: created, listed, used and revoked.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import { newAgent, newToken, newTokenAgent } from '../../../../tests/harness/agents/new-agent.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

function missing<Id extends OperationId>(more: Record<string, unknown> = {}): Case<Id> {
  return async ({ call }) => {
    const foreign = await newAgent(await newTenant())
    for (const agent of ['unknown', foreign.name]) {
      const params = { agent, token: `tok_${'0'.repeat(32)}` }
      assert.equal((await call({ params, ...more })).problem.code, 'agent_not_found')
    }
  }
}

const DAY_MS = 86_400_000
const prepareCreate = async ({ client }: { client: ApiClient }) => ({
  params: { agent: (await newAgent(client)).name },
  body: {},
})
const bodies = bodyCases<'agent_tokens.create'>(prepareCreate)
const keyed = idempotencyCases('agent_tokens.create', prepareCreate)

/** 404 for a path that does not exist, unless the token is rejected. */
async function statusOf(asAgent: ApiClient): Promise<number> {
  return (await asAgent.send({ url: '/agent/nothing' })).status
}

describeOperation('agent_tokens.create', {
  201: {
    'is shown once and stored as a digest': async ({ client, call }) => {
      const agent = await newAgent(client)
      const params = { agent: agent.name }
      const headers = { 'idempotency-key': 'once' }
      const { body } = await call({ params, body: { expires_in_days: 7 }, headers })
      const { token = '', ...shown } = body
      assert.match(token, /^agt_[A-Za-z0-9_-]{32}$/)
      assert.equal(shown.hint, token.slice(-4))
      assert.equal(Date.parse(shown.expires_at) - Date.parse(shown.created_at), 7 * DAY_MS)
      const again = await call({ params, body: { expires_in_days: 7 }, headers })
      assert.deepEqual(again.body, shown)
      const { data } = (await client.call('agent_tokens.list', { params })).body
      assert.deepEqual(data, [shown])
      const stored = await inspect<{ row: string }>(
        'select t::text as row from agent_tokens t where tenant_id = $1',
        [client.tenant.id],
      )
      assert.doesNotMatch(JSON.stringify(stored), new RegExp(token))
      const entry = (await auditOf(agent.id)).at(-1)
      assert.deepEqual(
        [entry?.action, entry?.changes],
        ['agent.token_created', [{ field: 'token', from: null, to: shown.id }]],
      )
      assert.equal((await eventsOf(agent.id)).length, 1, 'no event')
    },
    'the next one takes the place of one that expired': async ({ client, call }) => {
      const { agent, asAgent } = await newTokenAgent(client)
      await newToken(client, agent.name)
      await inspect(
        `update agent_tokens set expires_at = now() where tenant_id = $1
         and id = (select min(id::text)::uuid from agent_tokens where tenant_id = $1)`,
        [client.tenant.id],
      )
      await call({ params: { agent: agent.name }, body: {} })
      await until('the expired token is rejected', async () => (await statusOf(asAgent)) === 401)
    },
    'deletes those that have long been invalid': async ({ client, call }) => {
      const { agent } = await newTokenAgent(client)
      await inspect(
        `update agent_tokens set expires_at = now() - interval '91 days' where tenant_id = $1`,
        [client.tenant.id],
      )
      await call({ params: { agent: agent.name }, body: {} })
      const rows = await inspect('select from agent_tokens where tenant_id = $1', [
        client.tenant.id,
      ])
      assert.equal(rows.length, 1)
    },
  },
  400: {
    ...bodies.malformed,
    'refuses more than a year': async ({ client, call }) => {
      const { problem } = await call({
        ...(await prepareCreate({ client })),
        body: { expires_in_days: 366 },
      })
      assert.equal(problem.code, 'invalid_request')
    },
    'refuses an invalid key': keyed.badKey,
  },
  404: missing<'agent_tokens.create'>({ body: {} }),
  409: {
    'waits for the first request with the key': keyed.inFlight,
    'two are valid at the same time': async ({ client, call }) => {
      const { agent } = await newTokenAgent(client)
      const params = { agent: agent.name }
      const replies = await Promise.all([1, 2].map(() => call({ params, body: {} })))
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409],
      )
      assert.equal((await call({ params, body: {} })).problem.code, 'agent_token_limit_reached')
    },
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
  422: keyed.reused,
})

describeOperation('agent_tokens.list', {
  200: async ({ client, call }) => {
    const { agent, asAgent, tokenId } = await newTokenAgent(client)
    const other = await newToken(client, agent.name)
    const params = { agent: agent.name }
    const listed = async () => (await call({ params })).body.data
    assert.deepEqual(
      (await listed()).map(({ id, last_used_at }) => [id, last_used_at]),
      [
        [tokenId, null],
        [other.id, null],
      ],
    )
    await statusOf(asAgent)
    const usedAt = await until('the use is recorded', async () => (await listed())[0]?.last_used_at)
    const { body } = await client.call('agents.get', { params })
    assert.equal(body.last_used_at, usedAt)
    await client.call('agent_tokens.revoke', { params: { ...params, token: tokenId } })
    assert.deepEqual(
      (await listed()).map(({ id }) => id),
      [other.id],
    )
    const after = await client.call('agents.get', { params })
    assert.equal(after.body.last_used_at, usedAt, 'revoked tokens count')
  },
  400: async ({ call }) => {
    assert.equal((await call({ params: { agent: 'A' } })).problem.code, 'invalid_request')
  },
  404: missing<'agent_tokens.list'>(),
})

describeOperation('agent_tokens.revoke', {
  204: async ({ client, call }) => {
    const { agent, asAgent, tokenId } = await newTokenAgent(client)
    assert.notEqual(await statusOf(asAgent), 401)
    await call({ params: { agent: agent.name, token: tokenId } })
    await until('the token is rejected', async () => (await statusOf(asAgent)) === 401)
    const entry = (await auditOf(agent.id)).at(-1)
    assert.deepEqual(
      [entry?.action, entry?.changes],
      ['agent.token_revoked', [{ field: 'token', from: tokenId, to: null }]],
    )
    const [row] = await inspect<{ revoked_at: Date | null }>(
      'select revoked_at from agent_tokens where id = $1',
      [uuidOf(tokenId)],
    )
    assert.ok(row?.revoked_at)
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { agent: 'a', token: 'x' } })
    assert.equal(problem.code, 'invalid_request')
  },
  404: {
    'there is no such agent': missing<'agent_tokens.revoke'>(),
    'it was revoked already, or belongs to another agent': async ({ client, call }) => {
      const { agent, tokenId } = await newTokenAgent(client)
      const other = await newAgent(client)
      const params = { agent: agent.name, token: tokenId }
      const foreign = await call({ params: { ...params, agent: other.name } })
      assert.equal(foreign.problem.code, 'agent_token_not_found')
      await call({ params })
      assert.equal((await call({ params })).problem.code, 'agent_token_not_found')
    },
  },
})
