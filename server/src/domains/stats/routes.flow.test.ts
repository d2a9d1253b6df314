// The flow of a tenant, against what was done in it a moment ago.
import assert from 'node:assert/strict'
import type { Task, TaskCreate, TaskFlow } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { newIntegration } from '../../../../tests/harness/integrations/new-integration.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { addBot, asHolder, BOT, claimNext } from '../../../../tests/harness/work/claimed-run.ts'

const move = async (client: ApiClient, task: string, to: Task['status']) => {
  await client.call('tasks.transition', { params: { task }, body: { to } })
}

const nodesOf = ({ nodes }: { nodes: readonly { kind: string; name: string; count: number }[] }) =>
  nodes.map(({ kind, name, count }) => [kind, name, count])

/** As if the integration had created it. */
async function imported(client: ApiClient, integration: string, input: Partial<TaskCreate> = {}) {
  const { id } = await client.create(input)
  const origin = { kind: 'integration', integration_id: integration, external_id: id, url: null }
  await inspect(
    `with task as (
       update tasks set doc = jsonb_set(doc::jsonb, '{origin}', $2::jsonb)::json where id = $1 returning tenant_id, id)
     insert into links (tenant_id, id, integration_id, task_id, external_id, state, created_at, updated_at)
     select tenant_id, gen_random_uuid(), $3, id, id::text, 'active', now(), now() from task`,
    [uuidOf(id), JSON.stringify(origin), uuidOf(integration)],
  )
  return id
}

const confirm = (task: string) =>
  inspect(
    `update tasks set doc = jsonb_set(doc::jsonb, '{settled_at}', to_jsonb(to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SSOF')))::json
     where id = $1`,
    [uuidOf(task)],
  )

const reject = (task: string, integration: string) =>
  inspect(
    `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state, planned_at, ended_at)
     select tenant_id, gen_random_uuid(), integration_id, id, task_id, 'update', '{}', 1, 'failed', now(), now() from links where task_id = $1 and integration_id = $2`,
    [uuidOf(task), uuidOf(integration)],
  )

function reconcile({ writing_back: waiting, confirmed }: TaskFlow): void {
  const sum = waiting.count + confirmed.count + confirmed.without_origin
  assert.equal(sum, confirmed.completed.count)
}

describeOperation('stats.flow', {
  200: {
    'has five stages for a tenant that has nothing': async ({ call }) => {
      const { sources, queues, working, writing_back, confirmed, streams, ...rest } = (await call())
        .body
      const none = { count: 0, is_at_least: false }
      assert.deepEqual(sources, { count: none, nodes: [] })
      assert.deepEqual(queues, { now: none, nodes: [] })
      assert.deepEqual(working, { now: none, people: 0, agents: 0, nodes: [] })
      assert.deepEqual(writing_back, { count: 0, older: 0, rejected: 0, held: 0, nodes: [] })
      assert.deepEqual(confirmed, { count: 0, without_origin: 0, completed: none, nodes: [] })
      assert.deepEqual(Object.values(streams).flat(), [])
      assert.deepEqual([rest.range, rest.counted_since], ['24h', null])
      assert.deepEqual(
        [rest.rates.created, rest.rates.claimed, rest.rates.completed, rest.rates.confirmed],
        [0, 0, 0, 0],
      )
    },
    'follows tasks from source to queue to worker': async ({ client, call }) => {
      await addBot(client, { queues: ['dock'] })
      const { id } = await client.create({ queue: 'dock' })
      await client.create({ queue: 'dock', source: 'hubspot', external_id: '1' })
      const { id: own } = await client.create({ queue: 'claims' })
      await move(client, own, 'in_progress')
      const claimed = await claimNext(client)
      await client.call('runs.heartbeat', asHolder(claimed))
      const { sources, queues, working, streams } = (await call()).body
      assert.equal(claimed.task.id, id)
      assert.deepEqual(nodesOf(sources), [
        ['api', '', 2],
        ['source', 'hubspot', 1],
      ])
      assert.deepEqual(nodesOf(queues), [
        ['queue', 'dock', 1],
        ['queue', 'claims', 0],
      ])
      assert.deepEqual([working.now.count, working.people, working.agents], [2, 1, 1])
      assert.deepEqual(
        new Set(nodesOf(working).map(String)),
        new Set([`agent,${BOT},1`, 'people,,1']),
      )
      assert.deepEqual(streams.queued, [
        { from: 0, to: 0, count: 1, recent: 1 },
        { from: 0, to: 1, count: 1, recent: 1 },
        { from: 1, to: 0, count: 1, recent: 1 },
      ])
      assert.deepEqual(
        streams.claimed.map(({ from, count }) => [from, count]),
        [
          [0, 1],
          [1, 1],
        ],
      )
    },
    'adds up confirmed, without origin and writing back to completed': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client, { name: 'Redmine' })
      const tasks = [(await client.create()).id]
      for (let i = 0; i < 3; i++) tasks.push(await imported(client, integration))
      const [own = '', confirmed = '', rejected = '', pending = ''] = tasks
      for (const task of tasks) await move(client, task, 'completed')
      await confirm(confirmed)
      await reject(rejected, integration)
      const flow = (await call()).body
      reconcile(flow)
      assert.ok(own && pending)
      assert.deepEqual(
        [flow.confirmed.count, flow.confirmed.without_origin, flow.confirmed.completed.count],
        [1, 1, 4],
      )
      assert.deepEqual(flow.writing_back.nodes, [
        { kind: 'integration', id: integration, name: 'Redmine', count: 2, rejected: 1, held: 0 },
        { kind: 'no_origin', id: '', name: '', count: 0, rejected: 0, held: 0 },
      ])
      assert.deepEqual(nodesOf(flow.confirmed), [
        ['integration', 'Redmine', 1],
        ['no_origin', '', 1],
      ])
      assert.deepEqual(flow.streams.completed, [
        { from: 0, to: 0, count: 3, recent: 3 },
        { from: 0, to: 1, count: 1, recent: 1 },
      ])
      assert.deepEqual(flow.streams.confirmed, [
        { from: 0, to: 0, count: 1, recent: 1 },
        { from: 1, to: 1, count: 1, recent: 1 },
      ])
    },
    'holds the write-backs of a paused integration, but not the rejected ones': async ({
      client,
      call,
    }) => {
      const { id: integration } = await newIntegration(client)
      const [first, second] = [
        await imported(client, integration),
        await imported(client, integration),
      ]
      for (const task of [first, second]) await move(client, task, 'completed')
      await reject(first, integration)
      await inspect('update integrations set paused = true where id = $1', [uuidOf(integration)])
      const flow = (await call()).body
      reconcile(flow)
      const { count, rejected, held } = flow.writing_back
      assert.deepEqual([count, rejected, held], [2, 1, 1])
    },
    'tells how many wait that were completed before the range': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const [old, fresh] = [
        await imported(client, integration),
        await imported(client, integration),
      ]
      for (const task of [old, fresh]) await move(client, task, 'completed')
      await inspect(
        `update audit_entries set at = now() - interval '30 hours' where action = 'task.completed' and subject_id = $1`,
        [uuidOf(old)],
      )
      const flow = (await call()).body
      reconcile(flow)
      assert.deepEqual([flow.writing_back.count, flow.writing_back.older], [1, 1])
    },
    'counts a task once that was completed twice, and not one that was reopened': async ({
      client,
      call,
    }) => {
      const { id } = await client.create()
      for (const to of ['completed', 'ready', 'completed'] as const) await move(client, id, to)
      const { id: reopened } = await client.create()
      for (const to of ['completed', 'ready'] as const) await move(client, reopened, to)
      const flow = (await call()).body
      reconcile(flow)
      assert.equal(flow.confirmed.completed.count, 1)
      assert.equal(flow.queues.now.count, 1)
    },
    'has the rates of the last full hour': async ({ client, call }) => {
      const { id } = await client.create()
      await move(client, id, 'completed')
      await client.create()
      const { rates } = (await call()).body
      assert.deepEqual([rates.created, rates.completed], [0, 0])
      await inspect(
        `update audit_entries set at = $2 where action = 'task.completed' and subject_id = $1`,
        [uuidOf(id), new Date(Date.parse(rates.hour_start) + 1_000)],
      )
      const week = (await call({ query: { range: '7d' } })).body
      assert.deepEqual([week.rates.completed, week.range], [1, '7d'])
    },
    'names at most five nodes and sums up the others': async ({ client, call }) => {
      for (let i = 0; i < 7; i++) await client.create({ queue: `queue-${i}` })
      const { queues } = (await call()).body
      assert.equal(queues.nodes.length, 5)
      assert.deepEqual(nodesOf(queues).at(-1), ['more', '3', 3])
    },
    'is given again for some seconds, to its own tenant': async ({ client, call }) => {
      const { text } = await call()
      await client.create()
      assert.equal((await call()).text, text)
      const other = await newTenant()
      await other.create()
      assert.equal((await other.call('stats.flow')).body.sources.count.count, 1)
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { range: '1y' } })
    assert.equal(problem.errors?.[0]?.pointer, 'range')
  },
})
