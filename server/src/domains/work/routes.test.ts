// The life of a run over HTTP: claimed once, renewed, completed once, and rejected with the reason when it is no longer ours.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClaimedTask, Task } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant, withSession } from '../../../../tests/harness/test-api.ts'
import { tendTenant } from '../../../../tests/harness/work/tend-tenant.ts'

async function withAgent(settings: Record<string, unknown> = {}): Promise<ApiClient> {
  const client = await newTenant()
  await client.call('agents.create', { body: { name: 'bot', ...settings } })
  return client
}

async function claim(
  client: ApiClient,
  body: Record<string, unknown> = {},
): Promise<ClaimedTask[]> {
  return (await client.call('runs.claim', { body: { agent: 'bot', ...body } })).body.data
}

async function claimFirst(client: ApiClient): Promise<ClaimedTask> {
  const [first] = await claim(client)
  assert.ok(first)
  return first
}

const lease = ({ run, lease_token }: ClaimedTask) => ({
  params: { run: run.id },
  body: { lease_token },
})

const withBody = ({ run, lease_token }: ClaimedTask, body: Record<string, unknown>) => ({
  params: { run: run.id },
  body: { lease_token, ...body },
})

const taskOf = async (client: ApiClient, id: string): Promise<Task> =>
  (await client.call('tasks.get', { params: { task: id } })).body

describe('a run', () => {
  test('holds a task that no one else gets, and completes it once', async () => {
    const client = await withAgent()
    const task = await client.create({ title: 'Refund' })
    const claimed = await claimFirst(client)
    assert.equal(claimed.task.id, task.id)
    assert.equal(claimed.run.attempt, 1)
    assert.deepEqual(await claim(client), [])
    const beat = await client.call(
      'runs.heartbeat',
      withBody(claimed, { progress: { percent: 10 } }),
    )
    assert.equal(beat.body.cancel_requested, false)
    const started = await taskOf(client, task.id)
    assert.equal(started.status, 'in_progress')
    assert.equal(started.delegate, 'bot')
    const done = await client.call(
      'runs.complete',
      withBody(claimed, { result: { ok: true, none: null } }),
    )
    assert.equal(done.body.status, 'completed')
    assert.deepEqual(done.body.result, { ok: true, none: null })
    const again = await client.call('runs.complete', withBody(claimed, { result: 1 }))
    assert.deepEqual(again.body, done.body)
    const late = await client.call('runs.heartbeat', lease(claimed))
    assert.equal(late.problem.code, 'lease_lost')
    assert.equal(late.problem.reason, 'ended')
    const types = (await eventsOf(task.id)).map(({ type }) => type)
    assert.deepEqual(types, [
      'task.created',
      'run.started',
      'task.started',
      'task.completed',
      'run.completed',
    ])
  })

  test('goes from ready to completed without a heartbeat', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    assert.equal((await taskOf(client, task.id)).status, 'ready')
    const done = await client.call('runs.complete', lease(claimed))
    assert.equal(done.body.status, 'completed')
    assert.equal(done.body.delegate, 'bot')
  })

  test('ends when someone else moves the task', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    await client.call('tasks.change', { params: { task: task.id }, body: { status: 'canceled' } })
    for (const id of ['runs.heartbeat', 'runs.complete', 'runs.release'] as const) {
      const late = await client.call(id, lease(claimed))
      assert.equal(late.problem.reason, 'moved', id)
    }
    assert.equal((await taskOf(client, task.id)).status, 'canceled')
  })

  test('hears of changes to its task, once', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    await client.call('runs.heartbeat', lease(claimed))
    await client.call('tasks.change', { params: { task: task.id }, body: { title: 'Other' } })
    const first = await client.call('runs.heartbeat', lease(claimed))
    assert.deepEqual(first.body.source_changed, { fields: ['title'] })
    const second = await client.call('runs.heartbeat', lease(claimed))
    assert.equal(second.body.source_changed, null)
  })

  test('expires and leaves its checkpoint to the next attempt', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    await client.call('runs.heartbeat', withBody(claimed, { checkpoint: { step: 3 } }))
    await inspect(
      `update runs set lease_until = now() - interval '1 second' where tenant_id = '${client.tenant.id}'`,
    )
    const late = await client.call('runs.complete', lease(claimed))
    assert.equal(late.problem.reason, 'expired')
    await tendTenant(client)
    assert.equal((await taskOf(client, task.id)).delegate, null)
    const next = await claimFirst(client)
    assert.equal(next.run.attempt, 2)
    assert.deepEqual(next.resume.checkpoint, { step: 3 })
    assert.equal((await client.call('runs.complete', lease(claimed))).problem.reason, 'expired')
    assert.equal((await client.call('runs.complete', lease(next))).body.status, 'completed')
  })

  test('fails after its last attempt, and a reopened task has all of them again', async () => {
    const client = await withAgent({ max_attempts: 2 })
    const task = await client.create()
    const fail = { error: 'No access', retry_after_seconds: 0 }
    await client.call('runs.fail', withBody(await claimFirst(client), fail))
    assert.equal((await taskOf(client, task.id)).status, 'ready')
    const second = await claimFirst(client)
    const failed = await client.call('runs.fail', withBody(second, fail))
    assert.equal(failed.body.state, 'failed')
    assert.equal((await taskOf(client, task.id)).status, 'failed')
    assert.deepEqual((await client.call('runs.fail', withBody(second, fail))).body, failed.body)
    await client.call('tasks.transition', { params: { task: task.id }, body: { to: 'ready' } })
    await client.call('runs.fail', withBody(await claimFirst(client), fail))
    assert.equal((await taskOf(client, task.id)).status, 'ready')
  })

  test('waits for its backoff', async () => {
    const client = await withAgent()
    await client.create()
    await client.call('runs.fail', withBody(await claimFirst(client), { error: 'Busy' }))
    assert.deepEqual(await claim(client), [])
    await inspect(`update tasks set ready_at = now() where tenant_id = '${client.tenant.id}'`)
    await tendTenant(client)
    assert.equal((await claim(client)).length, 1)
  })

  test('is released with a note, to any agent', async () => {
    const client = await withAgent()
    await client.create()
    const claimed = await claimFirst(client)
    await client.call('runs.heartbeat', lease(claimed))
    const released = await client.call(
      'runs.release',
      withBody(claimed, { handoff: 'Two accounts' }),
    )
    assert.equal(released.body.state, 'released')
    const next = await claimFirst(client)
    assert.equal(next.resume.handoff, 'Two accounts')
    assert.equal(next.task.delegate, null)
  })

  test('stops when it is asked to, and the task stays with the person', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    const asked = await client.call('runs.cancel', { params: { run: claimed.run.id }, body: {} })
    assert.equal(asked.body.cancel_requested, true)
    assert.equal((await client.call('runs.heartbeat', lease(claimed))).body.cancel_requested, true)
    assert.equal((await client.call('runs.release', lease(claimed))).body.state, 'canceled')
    assert.equal((await taskOf(client, task.id)).status, 'in_progress')
    assert.deepEqual(await claim(client), [])
  })

  test('is started by maintenance, and stopped after the grace period', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    await inspect(
      `update runs set created_at = now() - interval '2 seconds' where tenant_id = '${client.tenant.id}'`,
    )
    await tendTenant(client)
    assert.equal((await taskOf(client, task.id)).status, 'in_progress')
    await client.call('runs.cancel', { params: { run: claimed.run.id }, body: {} })
    await inspect(
      `update runs set cancel_requested_at = now() - interval '31 seconds' where tenant_id = '${client.tenant.id}'`,
    )
    await tendTenant(client)
    assert.equal((await client.call('runs.heartbeat', lease(claimed))).problem.reason, 'canceled')
    assert.equal((await taskOf(client, task.id)).status, 'in_progress')
  })
})

describe('a claim', () => {
  test('is refused while the agent is paused, and so are its runs', async () => {
    const client = await withAgent()
    await client.create()
    const claimed = await claimFirst(client)
    await client.call('agents.pause', { params: { agent: 'bot' } })
    assert.equal(
      (await client.call('runs.claim', { body: { agent: 'bot' } })).problem.code,
      'agent_paused',
    )
    for (const id of ['runs.heartbeat', 'runs.complete', 'runs.release'] as const) {
      assert.equal((await client.call(id, lease(claimed))).problem.reason, 'paused', id)
    }
    await client.call('agents.resume', { params: { agent: 'bot' } })
    assert.equal((await client.call('runs.complete', lease(claimed))).status, 200)
  })

  test('of a paused agent has no effect, even if its request came before', async () => {
    const client = await withAgent()
    const task = await client.create()
    const claimed = await claimFirst(client)
    const replies = await withSession(async (session) => {
      await session.query('begin')
      await session.query('select from tasks where id = $1 for update', [uuidOf(task.id)])
      const inFlight = (['runs.complete', 'runs.release'] as const).map((id) =>
        client.call(id, lease(claimed)),
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      await client.call('agents.pause', { params: { agent: 'bot' } })
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await session.query('commit')
      return Promise.all(inFlight)
    })
    assert.deepEqual(
      replies.map(({ problem }) => problem.reason),
      ['paused', 'paused'],
    )
    assert.equal((await taskOf(client, task.id)).status, 'ready')
  })

  test('takes urgent tasks first, and no more than the agent may have', async () => {
    const client = await withAgent({ concurrency: 2 })
    await client.create({ title: 'low', priority: 'low' })
    await client.create({ title: 'urgent', priority: 'urgent' })
    await client.create({ title: 'normal' })
    const claimed = await claim(client, { max: 3 })
    assert.deepEqual(
      claimed.map(({ task }) => task.title),
      ['urgent', 'normal'],
    )
    assert.deepEqual(await claim(client), [])
    await client.call('runs.complete', lease(claimed[0] as ClaimedTask)) // two were claimed
    assert.equal((await claim(client, { max: 3 })).length, 1)
  })

  test('repairs entries that do not agree with runs', async () => {
    const client = await withAgent()
    const held = await client.create({ title: 'held' })
    await claimFirst(client)
    const free = await client.create({ title: 'free' })
    const stale = (task: Task) =>
      inspect(
        `insert into queue_entries (tenant_id, queue, delegate, turn, task_id, queued_at)
         values ($1, 'default', '', 1, $2, now())`,
        [client.tenant.id, uuidOf(task.id)],
      )
    await stale(held)
    const next = await claimFirst(client)
    assert.equal(next.task.id, free.id)
    await client.call('runs.release', lease(next))
    await inspect(`update queue_entries set attempt = 0 where tenant_id = $1`, [client.tenant.id])
    assert.equal((await claimFirst(client)).run.attempt, 2)
  })

  test('waits for a task', async () => {
    const client = await withAgent()
    const waiting = claim(client, { wait_seconds: 20 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const task = await client.create()
    assert.equal((await waiting)[0]?.task.id, task.id)
  })

  test('of one task takes that task or says why not', async () => {
    const client = await withAgent()
    await client.create()
    const task = await client.create()
    const input = { params: { task: task.id }, body: { agent: 'bot' } }
    const claimed = await client.call('runs.claim_task', input)
    assert.equal(claimed.body.task.id, task.id)
    assert.equal((await client.call('runs.claim_task', input)).problem.code, 'task_not_claimable')
    const other = { params: { task: task.id }, body: {} }
    assert.equal((await client.call('runs.take', other)).problem.code, 'task_already_taken')
  })

  test('does not reach tasks of other agents and queues, or those that are not due', async () => {
    const client = await withAgent()
    await client.create({ delegate: 'other' })
    await client.create({ queue: 'billing' })
    await client.create({ not_before: '2100-01-01T00:00:00Z' })
    await client.create({ status: 'triage' })
    assert.deepEqual(await claim(client), [])
    const refused = await client.call('runs.claim', { body: { agent: 'bot', queues: ['billing'] } })
    assert.equal(refused.problem.code, 'queue_not_allowed')
    const mine = await client.create({ delegate: 'bot' })
    assert.equal((await claimFirst(client)).task.id, mine.id)
  })

  test('a person takes a task, which agents then do not get', async () => {
    const client = await withAgent()
    const task = await client.create()
    const taken = await client.call('runs.take', {
      params: { task: task.id },
      body: { assignee: 'kim' },
    })
    assert.equal(taken.body.status, 'in_progress')
    assert.equal(taken.body.assignee, 'kim')
    assert.deepEqual(await claim(client), [])
  })
})
