// Claiming, taking and reading, status by status.
import assert from 'node:assert/strict'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import {
  bodyCases,
  idempotencyCases,
  type Prepare,
} from '../../../../tests/harness/request-cases.ts'
import { inspect } from '../../../../tests/harness/test-api.ts'
import {
  addBot,
  asHolder,
  BOT,
  claimedRun,
  UNKNOWN_RUN,
  UNKNOWN_TASK,
} from '../../../../tests/harness/work/claimed-run.ts'

const agent = { agent: BOT }
const claim: Prepare<'runs.claim'> = async ({ client }) => {
  await addBot(client)
  return { body: agent }
}
const claimTask: Prepare<'runs.claim_task'> = async ({ client }) => {
  await addBot(client)
  return { params: { task: (await client.create()).id }, body: agent }
}
const take: Prepare<'runs.take'> = async ({ client }) => ({
  params: { task: (await client.create()).id },
  body: {},
})
const claimBodies = bodyCases(claim)
const claimTaskBodies = bodyCases(claimTask)
const takeBodies = bodyCases(take)
const takeTwice = idempotencyCases('runs.take', take)

/** A day's budget that is used up. */
const exhaust = (tenantId: string) =>
  inspect(
    `insert into agent_usage (tenant_id, agent_id, day, calls)
     select tenant_id, id, (now() at time zone 'utc')::date, 5 from agents where tenant_id = $1`,
    [tenantId],
  )

describeOperation('runs.claim', {
  200: {
    'returns the next tasks': async ({ client, call }) => {
      const input = await claim({ client, call })
      assert.deepEqual((await call(input)).body, { data: [] })
      const task = await client.create({ queue: 'default' })
      const { data } = (await call({ body: { ...agent, max: 20, lease_seconds: 15 } })).body
      assert.deepEqual([data[0]?.task.id, data.length], [task.id, 1])
    },
    'lets a limited number wait': async ({ client, call }) => {
      await addBot(client)
      // As many as may wait, which end when the test does.
      const waiting = Array.from({ length: 501 }, () =>
        call({ body: { ...agent, wait_seconds: 2 } }),
      )
      const replies = await Promise.all(waiting)
      const refused = replies.filter(({ status }) => status === 429)
      assert.ok(refused.length > 0 && refused.length < 501)
      assert.equal(refused[0]?.problem.code, 'too_many_waiting_claims')
      assert.equal(refused[0]?.headers['retry-after'], '5')
    },
  },
  400: {
    ...claimBodies.malformed,
    'names the agent, with an API key': async ({ call }) => {
      const { problem } = await call({ body: {} })
      assert.deepEqual(problem.errors?.[0]?.pointer, '/agent')
    },
    'refuses more than 20 and a lease of a second': async ({ call }) => {
      assert.equal((await call({ body: { ...agent, max: 21 } })).status, 400)
      assert.equal((await call({ body: { ...agent, lease_seconds: 1 } })).status, 400)
    },
  },
  403: async ({ client, call }) => {
    await addBot(client, { queues: ['support'] })
    const { problem } = await call({ body: { ...agent, queues: ['support', 'billing'] } })
    assert.deepEqual([problem.code, problem.allowed], ['queue_not_allowed', ['support']])
  },
  404: async ({ call }) => {
    assert.equal((await call({ body: agent })).problem.code, 'agent_not_found')
  },
  409: {
    'refuses a paused agent': async ({ client, call }) => {
      await addBot(client)
      await client.call('agents.pause', { params: agent })
      assert.equal((await call({ body: agent })).problem.code, 'agent_paused')
    },
    'refuses an agent that has used up its budget of the day': async ({ client, call }) => {
      await addBot(client, { day_budget: { calls: 5 } })
      await exhaust(client.tenant.id)
      assert.equal((await call({ body: agent })).problem.code, 'budget_exhausted')
    },
  },
  413: claimBodies.tooLarge,
  415: claimBodies.wrongType,
})

const notClaimable =
  (status: 'in_progress' | 'triage'): Case<'runs.claim_task'> =>
  async ({ client, call }) => {
    const input = await claimTask({ client, call })
    await client.call('tasks.change', { ...input, body: { status } })
    const { problem } = await call(input)
    assert.equal(problem.code, 'task_not_claimable')
    assert.match(problem.detail, new RegExp(status))
  }

describeOperation('runs.claim_task', {
  200: async (t) => {
    const input = await claimTask(t)
    const { body } = await t.call(input)
    assert.equal(body.run.state, 'working')
    assert.equal((await t.client.call('runs.complete', asHolder(body))).status, 200)
  },
  400: claimTaskBodies.malformed,
  403: async (t) => {
    await addBot(t.client)
    const task = (await t.client.create({ queue: 'billing' })).id
    assert.equal(
      (await t.call({ params: { task }, body: agent })).problem.code,
      'queue_not_allowed',
    )
  },
  404: {
    'refuses an unknown task': async (t) => {
      const input = await claimTask(t)
      const { problem } = await t.call({ ...input, params: { task: UNKNOWN_TASK } })
      assert.equal(problem.code, 'task_not_found')
    },
    'refuses an unknown agent': async (t) => {
      const input = await claimTask(t)
      assert.equal(
        (await t.call({ ...input, body: { agent: 'x' } })).problem.code,
        'agent_not_found',
      )
    },
  },
  409: {
    'refuses a task in progress': notClaimable('in_progress'),
    'refuses a task in triage': notClaimable('triage'),
    'refuses a task of another agent': async (t) => {
      await addBot(t.client)
      const task = (await t.client.create({ delegate: 'other' })).id
      const { problem } = await t.call({ params: { task }, body: agent })
      assert.match(problem.detail, /delegated to other/)
    },
    'refuses more runs than the agent may have': async (t) => {
      await claimedRun(t.client, { agent: { concurrency: 1 } })
      const task = (await t.client.create()).id
      assert.equal(
        (await t.call({ params: { task }, body: agent })).problem.code,
        'task_not_claimable',
      )
    },
    'refuses a paused agent, and one without budget': async (t) => {
      await addBot(t.client, { day_budget: { calls: 5 } })
      const input = { params: { task: (await t.client.create()).id }, body: agent }
      await t.client.call('agents.pause', { params: agent })
      assert.equal((await t.call(input)).problem.code, 'agent_paused')
      await t.client.call('agents.resume', { params: agent })
      await exhaust(t.client.tenant.id)
      assert.equal((await t.call(input)).problem.code, 'budget_exhausted')
    },
  },
  413: claimTaskBodies.tooLarge,
  415: claimTaskBodies.wrongType,
})

describeOperation('runs.take', {
  200: {
    'assigns the task and starts it': async (t) => {
      const input = await take(t)
      const reply = await t.call({ ...input, body: { assignee: 'kim' } })
      assert.deepEqual([reply.body.status, reply.body.assignee], ['in_progress', 'kim'])
      assert.equal(reply.headers['etag'], '"2"')
    },
    'returns the first answer to a repeated request': takeTwice.replayed,
  },
  400: { ...takeBodies.malformed, 'refuses a key with spaces': takeTwice.badKey },
  404: async ({ call }) => {
    assert.equal(
      (await call({ params: { task: UNKNOWN_TASK }, body: {} })).problem.code,
      'task_not_found',
    )
  },
  409: {
    'refuses a task that is taken or claimed': async (t) => {
      const input = await take(t)
      await t.call(input)
      assert.equal((await t.call(input)).problem.code, 'task_already_taken')
    },
    'refuses while the first is in flight': takeTwice.inFlight,
  },
  412: async (t) => {
    const input = await take(t)
    const { problem } = await t.call({ ...input, headers: { 'if-match': '"7"' } })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: takeBodies.tooLarge,
  415: takeBodies.wrongType,
  422: takeTwice.reused,
})

describeOperation('runs.list', {
  200: async ({ client, call }) => {
    const first = await claimedRun(client)
    await client.call('runs.release', asHolder(first))
    const again = (await client.call('runs.claim', { body: agent })).body.data[0]
    const ids = [again?.run.id, first.run.id]
    const list = async (query: Record<string, string | string[]>) =>
      (await call({ query })).body.data.map(({ id }) => id)
    assert.deepEqual(await list({}), ids)
    assert.deepEqual(await list({ task: first.task.id }), ids)
    assert.deepEqual(await list({ agent: BOT, state: ['working', 'parked'] }), [ids[0]])
    assert.deepEqual(await list({ state: ['released'] }), [ids[1]])
    assert.deepEqual(await list({ queue: 'billing' }), [])
    const pages = await client.follow<{ id: string }>('/api/runs?limit=1')
    assert.deepEqual(
      pages.map(({ id }) => id),
      ids,
    )
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { cursor: 'x.y' } })).problem.code, 'invalid_cursor')
    assert.equal((await call({ query: { state: 'lost' } })).problem.code, 'invalid_request')
  },
  404: async ({ call }) => {
    assert.equal((await call({ query: { task: UNKNOWN_TASK } })).problem.code, 'task_not_found')
  },
})

describeOperation('runs.get', {
  200: async ({ client, call }) => {
    const { run } = await claimedRun(client)
    const { body } = await call({ params: { run: run.id } })
    assert.deepEqual(body, run)
    assert.ok(!JSON.stringify(body).includes('lease_'.concat('token')))
  },
  400: async ({ call }) => {
    assert.equal((await call({ params: { run: 'tsk_1' } })).problem.code, 'invalid_request')
  },
  404: async ({ call }) => {
    assert.equal((await call({ params: { run: UNKNOWN_RUN } })).problem.code, 'run_not_found')
  },
})
