// Agents: creating, reading, changing, pausing and deleting them.
import assert from 'node:assert/strict'
import { AGENTS_MAX, type OperationId } from '@task-service/contract'
import { newAgent } from '../../../../tests/harness/agents/new-agent.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newAgent(await newTenant())
    for (const agent of ['unknown', foreign.name]) {
      const { problem } = await call({ params: { agent }, ...(body !== undefined && { body }) })
      assert.equal(problem.code, 'agent_not_found')
    }
  }
}

function badName<Id extends OperationId>(): Case<Id> {
  return async ({ call }) => {
    assert.equal((await call({ params: { agent: 'Not A Name' } })).problem.code, 'invalid_request')
  }
}

const prepared = async ({ client }: { client: ApiClient }) => ({
  params: { agent: (await newAgent(client)).name },
})

/** The same key for another agent. */
function reused<Id extends OperationId>(): Case<Id> {
  return async ({ client, call }) => {
    const headers = { 'idempotency-key': 'twice' }
    await call({ ...(await prepared({ client })), headers })
    const { problem } = await call({ ...(await prepared({ client })), headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  }
}

/** A run as a claim leaves it. */
async function plantRun(
  client: ApiClient,
  agent: string,
  state: 'working' | 'parked' | 'completed',
): Promise<void> {
  const { id } = await client.create()
  await inspect(
    `insert into runs (tenant_id, id, task_id, agent, queue, attempt, waited_ms, state, token_digest, lease_until,
       lease_seconds, calls, effects, declared_tokens, declared_cost, working_ms, created_at, resumed_at, heartbeat_at,
       ended_at)
     values ($1, gen_random_uuid(), $2, $3, 'default', 1, 0, $4, '\\x00', null, 60, 2, 1, 100, 0.25,
       5000, now(), now() - interval '10 s', now(), case when $4 = 'completed' then now() end)`,
    [client.tenant.id, uuidOf(id), agent, state],
  )
}

describeOperation('agents.list', {
  200: {
    'pages in the order of creation': async ({ client, call }) => {
      const names: string[] = []
      for (let i = 0; i < 3; i++) names.push((await newAgent(client)).name)
      const first = (await call({ query: { limit: 2 } })).body
      const second = (await call({ query: { limit: 2, cursor: first.next_cursor ?? '' } })).body
      assert.deepEqual(
        [...first.data, ...second.data].map(({ name }) => name),
        names,
      )
      assert.equal(second.next_cursor, null)
    },
    'counts the runs of each agent': async ({ client, call }) => {
      const [busy, idle] = [await newAgent(client), await newAgent(client)]
      for (const state of ['working', 'parked', 'parked', 'completed'] as const) {
        await plantRun(client, busy.name, state)
      }
      const { data } = (await call()).body
      assert.deepEqual(
        data.map(({ name, working_runs, parked_runs }) => [name, working_runs, parked_runs]),
        [
          [busy.name, 1, 2],
          [idle.name, 0, 0],
        ],
      )
    },
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { cursor: 'x' } })).problem.code, 'invalid_cursor')
  },
})

const create = { body: { name: 'refunds' } }
const created = bodyCases<'agents.create'>(async () => create)
const createKey = idempotencyCases('agents.create', async () => create)

describeOperation('agents.create', {
  201: {
    'fills in the defaults': async ({ call }) => {
      const reply = await call(create)
      const { id, created_at, created_by, updated_at, ...rest } = reply.body
      assert.deepEqual(rest, {
        name: 'refunds',
        description: '',
        queues: ['default'],
        concurrency: null,
        max_attempts: 3,
        reads_external: true,
        reads_beyond_claim: false,
        writes_outward: true,
        run_budget: { seconds: null, calls: null, effects: null },
        day_budget: { seconds: null, calls: null, effects: null },
        state: 'active',
        usage_today: { seconds: 0, calls: 0, effects: 0, declared_tokens: 0, declared_cost: 0 },
        working_runs: 0,
        parked_runs: 0,
        last_used_at: null,
        version: 1,
      })
      assert.deepEqual([created_by.kind, created_at], ['key', updated_at])
      assert.deepEqual(
        [reply.headers['location'], reply.headers['etag']],
        ['/api/agents/refunds', '"1"'],
      )
      const [event] = await eventsOf(id)
      assert.deepEqual([event?.type, event?.data], ['agent.created', reply.body])
      assert.equal((await auditOf(id))[0]?.action, 'agent.created')
    },
    'keeps what was sent': async ({ call }) => {
      const settings = {
        name: 'x-1_y',
        description: 'Refunds orders',
        queues: ['support', 'billing'],
        concurrency: 2,
        max_attempts: 1,
        reads_external: false,
        reads_beyond_claim: true,
        writes_outward: false,
        run_budget: { seconds: 60, calls: 10, effects: 0 },
      }
      const { body } = await call({ body: { ...settings, day_budget: { calls: 5 } } })
      assert.deepEqual(body, {
        ...body,
        ...settings,
        day_budget: { seconds: null, calls: 5, effects: null },
      })
    },
    'replays the response under the same Idempotency-Key': createKey.replayed,
  },
  400: {
    ...created.malformed,
    'refuses a name with capitals': async ({ call }) => {
      assert.equal((await call({ body: { name: 'Refunds' } })).problem.code, 'invalid_request')
    },
    'refuses an invalid key': createKey.badKey,
  },
  409: {
    'waits for the first request with the key': createKey.inFlight,
    'the name is taken': async ({ client, call }) => {
      const { id, name } = await newAgent(client)
      const { problem } = await call({ body: { name } })
      assert.deepEqual([problem.code, problem.existing_id], ['agent_name_taken', id])
    },
    'the tenant has the maximum': async ({ client, call }) => {
      await inspect(
        `insert into agents (tenant_id, id, name, description, queues, max_attempts, reads_external, reads_beyond_claim,
           writes_outward, created_by, created_at, updated_at)
         select $1, gen_random_uuid(), 'a' || n, '', '{default}', 3, true, true, true, 'system:test', now(), now()
         from generate_series(1, $2::int) n`,
        [client.tenant.id, AGENTS_MAX],
      )
      assert.equal((await call(create)).problem.code, 'agent_limit_reached')
    },
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: createKey.reused,
})

describeOperation('agents.get', {
  200: {
    'adds live runs to the usage of today': async ({ client, call }) => {
      const { id, name } = await newAgent(client)
      await inspect(
        `insert into agent_usage (tenant_id, agent_id, day, working_ms, calls, effects, declared_tokens, declared_cost)
         select $1, id, (now() at time zone 'utc')::date - days, 60000, 7, 3, 1000, 1.5
         from agents, generate_series(0, 1) days where tenant_id = $1 and name = $2`,
        [client.tenant.id, name],
      )
      await plantRun(client, name, 'working')
      await plantRun(client, name, 'parked')
      const reply = await call({ params: { agent: name } })
      const { usage_today: usage } = reply.body
      assert.deepEqual([reply.body.id, reply.headers['etag']], [id, '"1"'])
      assert.ok(usage.seconds >= 80 && usage.seconds < 100, `${usage.seconds} s`)
      assert.deepEqual(usage, {
        seconds: usage.seconds,
        calls: 11,
        effects: 5,
        declared_tokens: 1_200,
        declared_cost: 2,
      })
    },
  },
  400: badName<'agents.get'>(),
  404: missing<'agents.get'>(),
})

const changed = bodyCases<'agents.change'>(async (t) => ({
  ...(await prepared(t)),
  body: { description: 'x' },
}))

describeOperation('agents.change', {
  200: {
    'omitted fields are unchanged': async ({ client, call }) => {
      const before = await newAgent(client, {
        concurrency: 2,
        run_budget: { seconds: 60, calls: 5 },
      })
      const params = { agent: before.name }
      const change = { queues: ['a', 'b'], concurrency: null, run_budget: { calls: null } }
      const reply = await call({ params, body: change })
      const run_budget = { seconds: 60, calls: null, effects: null }
      const expected = { ...before, ...change, run_budget, version: 2 }
      assert.deepEqual(reply.body, { ...expected, updated_at: reply.body.updated_at })
      assert.equal(reply.headers['etag'], '"2"')
      assert.equal((await call({ params, body: { concurrency: null } })).body.version, 2)
      const event = (await eventsOf(before.id)).at(-1)
      assert.deepEqual(
        [event?.type, event?.changed, event?.previous['concurrency']],
        ['agent.updated', ['queues', 'concurrency', 'run_budget'], 2],
      )
      assert.deepEqual((await auditOf(before.id)).at(-1)?.changes[0], {
        field: 'queues',
        from: ['default'],
        to: ['a', 'b'],
      })
    },
  },
  400: {
    ...changed.malformed,
    'the name does not change': async ({ client, call }) => {
      const { problem } = await call({ ...(await prepared({ client })), body: { name: 'other' } })
      assert.equal(problem.code, 'invalid_request')
    },
  },
  404: missing<'agents.change'>({ description: 'x' }),
  412: async ({ client, call }) => {
    const headers = { 'if-match': '"7"' }
    const { problem } = await call({
      ...(await prepared({ client })),
      body: { description: 'x' },
      headers,
    })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('agents.remove', {
  204: async ({ client, call }) => {
    const { id, name } = await newAgent(client)
    await call({ params: { agent: name } })
    const reply = await client.call('agents.get', { params: { agent: name } })
    assert.equal(reply.status, 404)
    assert.equal((await eventsOf(id)).at(-1)?.type, 'agent.deleted')
    assert.equal((await auditOf(id)).at(-1)?.action, 'agent.deleted')
    assert.notEqual((await newAgent(client, { name })).id, id, 'the name is free again')
  },
  400: badName<'agents.remove'>(),
  404: missing<'agents.remove'>(),
  412: async ({ client, call }) => {
    const headers = { 'if-match': '"9"' }
    const { problem } = await call({ ...(await prepared({ client })), headers })
    assert.equal(problem.code, 'version_mismatch')
  },
})

const pauseKey = idempotencyCases('agents.pause', prepared)
const resumeKey = idempotencyCases('agents.resume', prepared)

describeOperation('agents.pause', {
  200: {
    'a second time changes nothing': async ({ client, call }) => {
      const { id, name } = await newAgent(client)
      const params = { agent: name }
      assert.deepEqual([(await call({ params })).body.state], ['paused'])
      assert.equal((await call({ params })).body.version, 2)
      const types = (await eventsOf(id)).map(({ type }) => type)
      assert.deepEqual(types, ['agent.created', 'agent.paused'])
      assert.deepEqual((await auditOf(id)).at(-1)?.changes, [
        { field: 'state', from: 'active', to: 'paused' },
      ])
    },
    'replays the response under the same Idempotency-Key': pauseKey.replayed,
  },
  400: { 'refuses an invalid name': badName<'agents.pause'>(), 'and key': pauseKey.badKey },
  404: missing<'agents.pause'>(),
  409: pauseKey.inFlight,
  422: reused<'agents.pause'>(),
})

describeOperation('agents.resume', {
  200: {
    'it is active again': async ({ client, call }) => {
      const { id, name } = await newAgent(client)
      const params = { agent: name }
      await client.call('agents.pause', { params })
      assert.deepEqual([(await call({ params })).body.state], ['active'])
      assert.equal((await call({ params })).body.version, 3)
      assert.equal((await eventsOf(id)).at(-1)?.type, 'agent.resumed')
    },
    'replays the response under the same Idempotency-Key': resumeKey.replayed,
  },
  400: { 'refuses an invalid name': badName<'agents.resume'>(), 'and key': resumeKey.badKey },
  404: missing<'agents.resume'>(),
  409: resumeKey.inFlight,
  422: reused<'agents.resume'>(),
})
