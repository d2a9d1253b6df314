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
      ['/effects/0/fields', 'effect'],
      ['/effects/0/item', 'effect'],
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

test('get_answers returns a rejection, until it is acknowledged', async () => {
  const { client, mcp, held } = await gated()
  await mcp.call('complete_task', { ...held, result: 1 })
  const approval = await openApproval(client)
  const rejection = { reason: 'Only half of it' }
  await client.call('approvals.reject', aboutApproval(approval, rejection))
  const { data, text } = await mcp.call('get_answers', held)
  assert.equal(data.rejections[0].approval_id, approval.id, text)
  await mcp.call('get_answers', { ...held, acknowledge: [approval.id] })
  assert.deepEqual((await mcp.call('get_answers', held)).data.rejections, [])
})
