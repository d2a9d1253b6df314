// What becomes of a run whose effects need an approval: it waits without a lease, is completed by a person, or continues.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { auditOf, eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { endLease } from '../../../../tests/harness/work/ask.ts'
import { asHolder, BOT, claimNext } from '../../../../tests/harness/work/claimed-run.ts'
import {
  aboutApproval,
  approve,
  gatedRun,
  openApproval,
  parkedRun,
} from '../../../../tests/harness/work/gated-run.ts'
import { tendTenant } from '../../../../tests/harness/work/tend-tenant.ts'

const runOf = async (client: ApiClient, { run }: { run: { id: string } }) =>
  (await client.call('runs.get', { params: { run: run.id } })).body

const approvalOf = async (client: ApiClient, { id }: { id: string }) =>
  (await client.call('approvals.get', { params: { approval: id } })).body

const reject = (client: ApiClient, approval: { id: string }) =>
  client.call('approvals.reject', aboutApproval(approval, { reason: 'Only half of it' }))

describe('completing a run', () => {
  test('waits for an approval without a lease, and can be repeated', async () => {
    const client = await newTenant()
    const parked = await parkedRun(client)
    const { state, approval_id: id, lease_expires_at: until } = await runOf(client, parked)
    assert.deepEqual([state, id, until], ['parked', parked.approval.id, null])
    const again = await client.call('runs.complete', asHolder(parked, { result: 1 }))
    assert.deepEqual([again.status, again.body.status], [200, 'in_review'])
    const waiting = (await client.call('runs.heartbeat', asHolder(parked))).body
    assert.deepEqual([waiting.state, waiting.rejections], ['parked', []])
    const { body } = await client.call('write_backs.list', { query: { task: parked.task.id } })
    assert.deepEqual(
      body.data.map((one) => [one.state, one.approval_id]),
      [['awaiting_approval', parked.approval.id]],
    )
    const types = (await eventsOf(parked.task.id)).map(({ type }) => type)
    assert.deepEqual(types.slice(types.indexOf('task.review_requested')), [
      'task.review_requested',
      'approval.requested',
      'run.parked',
    ])
  })

  test('needs no approval where the policy allows it, and none is possible where it forbids it', async () => {
    const allowed = await newTenant()
    const run = await gatedRun(allowed, { writes: 'allow' })
    assert.equal((await allowed.call('runs.complete', asHolder(run))).body.status, 'completed')
    const forbidden = await newTenant()
    const other = await gatedRun(forbidden, { writes: 'forbid' })
    const { problem } = await forbidden.call('runs.complete', asHolder(other))
    assert.deepEqual([problem.status, problem.code], [403, 'effects_forbidden'])
    assert.equal((await runOf(forbidden, other)).state, 'working')
  })

  test('needs one for an agent that reads, knows and writes, whatever the integration says', async () => {
    const client = await newTenant()
    const agent = { reads_external: true, reads_beyond_claim: true, writes_outward: true }
    const run = await gatedRun(client, { writes: 'allow', agent })
    assert.equal((await client.call('runs.complete', asHolder(run))).body.status, 'in_review')
    const body = { reads_beyond_claim: false }
    await client.call('agents.change', { params: { agent: BOT }, body })
    const { effects, hash, id } = await openApproval(client)
    assert.equal(effects[0]?.policy, 'approve')
    // The policy is read again: there is nothing left to approve.
    assert.equal(
      (await approve(client, { ...(await approvalOf(client, { id })), hash })).status,
      409,
    )
    const changed = await approvalOf(client, { id })
    assert.deepEqual(changed.effects, [])
    assert.equal((await approve(client, changed)).body.state, 'spent')
    assert.equal((await client.get(run.task.id)).status, 'completed')
  })
})

describe('what waits for an approval', () => {
  const signalsOf = async ({ task }: { task: { id: string } }) => {
    const [counted] = await inspect<{ count: number }>(
      'select count(*)::int as count from sync_signals where task_id = $1',
      [uuidOf(task.id)],
    )
    return counted?.count
  }

  test('is decided about again when the policy or a flag of the agent changes', async () => {
    const client = await newTenant()
    const parked = await parkedRun(client)
    const before = (await signalsOf(parked)) ?? 0
    const changeAgent = (body: object) =>
      client.call('agents.change', { params: { agent: BOT }, body })
    await changeAgent({ description: 'Another' })
    assert.equal(await signalsOf(parked), before, 'not by other changes')
    await changeAgent({ writes_outward: false })
    assert.equal(await signalsOf(parked), before + 1)
    const body = { agent_writes: 'allow' }
    await client.call('integrations.change', { params: { integration: parked.integration }, body })
    assert.equal(await signalsOf(parked), before + 2)
    assert.equal((await approve(client, parked.approval)).problem.code, 'effects_forbidden')
  })
})

describe('an approval', () => {
  test('is recorded with its hash', async () => {
    const client = await newTenant()
    const { approval, task } = await parkedRun(client)
    await approve(client, approval)
    const entry = (await auditOf(task.id)).find(({ action }) => action === 'approval.approved')
    assert.equal(entry?.changes[0]?.to, approval.hash)
    const types = (await eventsOf(task.id)).map(({ type }) => type)
    assert.deepEqual(types.slice(types.indexOf('approval.approved')), [
      'approval.approved',
      'task.completed',
      'run.completed',
    ])
  })

  test('is kept for days, also if the holder is gone', async () => {
    const client = await newTenant()
    const parked = await parkedRun(client)
    await tendTenant(client)
    assert.equal((await approve(client, parked.approval)).status, 200)
    const late = await client.call('runs.complete', asHolder(parked))
    assert.equal(late.body.status, 'completed')
  })

  test('given twice at the same time completes the run once', async () => {
    const client = await newTenant()
    const { approval, task } = await parkedRun(client)
    const replies = await Promise.all([1, 2, 3].map(() => approve(client, approval)))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    )
    const types = (await eventsOf(task.id)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'run.completed').length, 1)
  })

  test('of a task that has changed since shows both versions', async () => {
    const client = await newTenant()
    const { approval, task } = await parkedRun(client)
    const body = { title: 'Another title' }
    await client.call('tasks.change', { params: { task: task.id }, body })
    assert.equal((await approve(client, approval)).problem.code, 'effects_changed')
    const changed = await approvalOf(client, approval)
    assert.deepEqual([changed.state, changed.previous?.hash], ['open', approval.hash])
    assert.equal(changed.effects[0]?.fields['title']?.to, 'Another title')
    assert.equal((await client.get(task.id)).status, 'in_review')
    assert.equal((await approve(client, changed)).body.state, 'approved')
  })

  test('cannot be given with the token of an agent', async () => {
    const client = await newTenant()
    const { approval } = await parkedRun(client)
    const { body } = await client.call('agent_tokens.create', { params: { agent: BOT }, body: {} })
    const agent = client.asAgent(body.token ?? '')
    const url = `/agent/approvals/${approval.id}/approve`
    const headers = { 'content-type': 'application/json' }
    const payload = JSON.stringify({ hash: approval.hash })
    assert.equal((await agent.send({ method: 'POST', url, headers, payload })).status, 404)
  })
})

describe('a rejection', () => {
  test('resumes the run, with its reason, until it is acknowledged', async () => {
    const client = await newTenant()
    const parked = await parkedRun(client)
    await reject(client, parked.approval)
    const resumed = (await client.call('runs.heartbeat', asHolder(parked))).body
    assert.equal(resumed.state, 'working')
    assert.deepEqual(
      resumed.rejections.map(({ approval_id: id, reason }) => [id, reason]),
      [[parked.approval.id, 'Only half of it']],
    )
    assert.equal((await client.get(parked.task.id)).status, 'in_progress')
    const acknowledge = [parked.approval.id]
    const after = (await client.call('runs.heartbeat', asHolder(parked, { acknowledge }))).body
    assert.deepEqual(after.rejections, [])
    const again = await client.call('runs.complete', asHolder(parked, { result: 5 }))
    assert.equal(again.body.status, 'in_review')
    const next = await openApproval(client)
    assert.notEqual(next.id, parked.approval.id)
    assert.equal((await approve(client, next)).status, 200)
    assert.equal((await client.get(parked.task.id)).result, 5)
  })

  test('reaches the next attempt if the holder is gone; then it is too late to approve', async () => {
    const client = await newTenant()
    const parked = await parkedRun(client)
    await reject(client, parked.approval)
    await endLease(parked)
    await tendTenant(client)
    const ended = await runOf(client, parked)
    assert.deepEqual([ended.state, ended.end_reason], ['expired', 'parked'])
    const next = await claimNext(client)
    assert.deepEqual(
      next.resume.rejections.map(({ approval_id: id }) => id),
      [parked.approval.id],
    )
    assert.equal((await approve(client, parked.approval)).problem.code, 'approval_closed')
  })
})

describe('an approval that no one needs', () => {
  const ends: Record<
    string,
    (client: ApiClient, run: Awaited<ReturnType<typeof parkedRun>>) => Promise<unknown>
  > = {
    'the agent gives the task back': (client, run) => client.call('runs.release', asHolder(run)),
    'a person stops the run': (client, { run }) =>
      client.call('runs.cancel', { params: { run: run.id }, body: {} }),
    'a person moves the task': (client, { task }) =>
      client.call('tasks.transition', { params: { task: task.id }, body: { to: 'completed' } }),
    'a person deletes the task': (client, { task }) =>
      client.call('tasks.remove', { params: { task: task.id } }),
  }
  for (const [what, end] of Object.entries(ends)) {
    test(`is withdrawn when ${what}`, async () => {
      const client = await newTenant()
      const parked = await parkedRun(client)
      await end(client, parked)
      assert.equal((await approvalOf(client, parked.approval)).state, 'withdrawn')
      assert.equal((await approve(client, parked.approval)).problem.code, 'approval_closed')
    })
  }

  test('is withdrawn when the task is reopened before its effects were written', async () => {
    const client = await newTenant()
    const { approval, task } = await parkedRun(client)
    await approve(client, approval)
    await client.call('tasks.transition', { params: { task: task.id }, body: { to: 'ready' } })
    assert.equal((await approvalOf(client, approval)).state, 'withdrawn')
  })
})
