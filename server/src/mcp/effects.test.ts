// The tools about effects on external systems: what an agent sees before it completes a task, and what follows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTenant } from '../../../tests/harness/test-api.ts'
import {
  aboutApproval,
  approve,
  gatedRun,
  openApproval,
} from '../../../tests/harness/work/gated-run.ts'
import { mcpWithToken } from '../../../tests/harness/work/mcp-client.ts'

async function gated() {
  const client = await newTenant()
  const { run, lease_token, task } = await gatedRun(client)
  return { client, mcp: await mcpWithToken(client), held: { run: run.id, lease_token }, task }
}

test('preview_effects returns what would be written, and changes nothing', async () => {
  const { client, mcp, held, task } = await gated()
  const { data, untrusted, text } = await mcp.call('preview_effects', { ...held, result: 1 })
  assert.equal(data.policy, 'approve', text)
  assert.deepEqual(
    [data.effects[0].kind, data.effects[0].policy, data.effects[0].fields],
    ['update', 'approve', ['title']],
    text,
  )
  assert.deepEqual(
    untrusted.map(({ path, source }) => [path, source]),
    [
      ['/effects/0/fields', 'integration'],
      ['/effects/0/item', 'integration'],
    ],
  )
  const { body } = await client.call('approvals.list', {})
  assert.deepEqual(body.data, [])
  const after = await client.call('tasks.get', { params: { task: task.id } })
  assert.notEqual(after.body.status, 'in_review')
})

test('complete_task waits for the approval of its effects', async () => {
  const { client, mcp, held, task } = await gated()
  const { data } = await mcp.call('complete_task', { ...held, result: 1 })
  const approval = await openApproval(client)
  assert.deepEqual([data.task.status, data.approval], ['in_review', approval.id])
  assert.match(data.note, /person/)
  await approve(client, approval)
  const { body } = await client.call('tasks.get', { params: { task: task.id } })
  assert.equal(body.status, 'completed')
})

test('get_answers says that the effects were approved, and when', async () => {
  const { client, mcp, held } = await gated()
  const { data } = await mcp.call('complete_task', { ...held, result: 1 })
  const waiting = await mcp.call('get_answers', held)
  assert.deepEqual([waiting.data.state, waiting.data.approvals], ['parked', undefined])
  const { body } = await approve(client, await openApproval(client))
  for (const acknowledge of [[], [body.id]]) {
    const {
      isError,
      data: news,
      untrusted,
      text,
    } = await mcp.call('get_answers', {
      ...held,
      acknowledge,
    })
    assert.deepEqual([isError, news?.state], [false, 'completed'], text)
    const [approval] = news.approvals
    assert.deepEqual([approval.approval_id, approval.state], [data.approval, 'approved'])
    assert.deepEqual(approval.approved_by, body.decided_by)
    assert.ok(
      Math.abs(Date.parse(approval.approved_at) - Date.parse(body.decided_at ?? '')) < 1_000,
    )
    assert.deepEqual(untrusted, [])
  }
  const stolen = { ...held, lease_token: `lease_${'A'.repeat(32)}` }
  assert.equal((await mcp.call('get_answers', stolen)).error.reason, 'wrong_token')
})

test('get_answers of a run that needed no approval says that the run has ended', async () => {
  const client = await newTenant()
  const { run, lease_token } = await gatedRun(client, { writes: 'allow' })
  const mcp = await mcpWithToken(client)
  const held = { run: run.id, lease_token }
  const { data } = await mcp.call('complete_task', { ...held, result: 1 })
  assert.equal(data.task.status, 'completed')
  assert.equal((await mcp.call('get_answers', held)).error.reason, 'ended')
})

test('get_answers returns a rejection, until it is acknowledged', async () => {
  const { client, mcp, held } = await gated()
  await mcp.call('complete_task', { ...held, result: 1 })
  const approval = await openApproval(client)
  const rejection = { reason: 'Only half of it' }
  await client.call('approvals.reject', aboutApproval(approval, rejection))
  const { data, untrusted, text } = await mcp.call('get_answers', held)
  assert.equal(data.rejections[0].approval_id, approval.id, text)
  assert.deepEqual(
    [untrusted[0].path, untrusted[0].text],
    ['/rejections/0/reason', rejection.reason],
  )
  await mcp.call('get_answers', { ...held, acknowledge: [approval.id] })
  assert.deepEqual((await mcp.call('get_answers', held)).data.rejections, [])
})
