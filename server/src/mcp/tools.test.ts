// The tools of agents, end to end: what they return, and that repeats have no further effect.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApiClient } from '../../../tests/harness/api-client.ts'
import { newTenant } from '../../../tests/harness/test-api.ts'
import { addBot } from '../../../tests/harness/work/claimed-run.ts'
import { type McpClient, mcpWithKey, mcpWithToken } from '../../../tests/harness/work/mcp-client.ts'

type Held = { run: string; lease_token: string }
type Scene = { client: ApiClient; mcp: McpClient; held: Held; taskId: string }

async function claimed(task: Parameters<ApiClient['create']>[0] = {}): Promise<Scene> {
  const client = await newTenant()
  await addBot(client)
  const mcp = await mcpWithToken(client)
  const { id: taskId } = await client.create(task)
  const { data, text } = await mcp.call('claim_task')
  assert.equal(data.task.id, taskId, text)
  return { client, mcp, held: { run: data.run, lease_token: data.lease_token }, taskId }
}

test('an agent claims a task, reports, comments and completes it', async () => {
  const { client, mcp, held, taskId } = await claimed({ title: 'Refund' })
  const news = await mcp.call('report', { ...held, message: 'Half way', percent: 50 })
  assert.equal(news.data.cancel_requested, false)
  await mcp.call('comment', { ...held, body: 'Looks fine' })
  const done = await mcp.call('complete_task', { ...held, result: { ok: true } })
  assert.equal(done.data.task.status, 'completed', done.text)
  const { body } = await client.call('tasks.get', { params: { task: taskId } })
  assert.deepEqual([body.status, body.result, body.delegate], ['completed', { ok: true }, 'bot'])
  const comments = await client.call('comments.list', { params: { task: taskId } })
  assert.deepEqual(comments.body.data[0]?.author, { kind: 'agent', id: 'bot' })
})

test('a person answers what an agent asks', async () => {
  const { client, mcp, held } = await claimed()
  const asked = await mcp.call('ask', {
    ...held,
    kind: 'choice',
    prompt: 'Which?',
    options: ['A', 'B'],
  })
  assert.equal(asked.data.state, 'open', asked.text)
  const params = { question: asked.data.question }
  await client.call('questions.answer', { params, body: { answer: 'B' } })
  const { data, untrusted } = await mcp.call('get_answers', held)
  assert.equal(data.answers[0].question_id, asked.data.question)
  assert.deepEqual([untrusted[0].source, untrusted[0].text], ['api', '"B"'])
  await mcp.call('get_answers', { ...held, acknowledge: [asked.data.question] })
  assert.deepEqual((await mcp.call('get_answers', held)).data.answers, [])
})

test('a released task comes back with the note of its last worker', async () => {
  const { mcp, held } = await claimed()
  await mcp.call('report', { ...held, checkpoint: { step: 3 } })
  assert.equal(
    (await mcp.call('hand_off', { ...held, note: 'Ask Ada' })).data.run.state,
    'released',
  )
  const { data, untrusted } = await mcp.call('claim_task')
  assert.equal(data.attempt, 2)
  const texts = Object.fromEntries(untrusted.map(({ path, text }) => [path, text]))
  assert.deepEqual([texts['/handoff'], texts['/checkpoint']], ['Ask Ada', '{"step":3}'])
})

test('what earlier attempts left is labeled with the agents that wrote it', async () => {
  const { client, mcp, held } = await claimed()
  await mcp.call('report', { ...held, checkpoint: 3, plan: [{ title: 'Look', state: 'done' }] })
  await mcp.call('release_task', held)
  for (const name of ['second', 'third']) await addBot(client, { name })
  const second = await mcpWithToken(client, 'second')
  const { data } = await second.call('claim_task')
  const note = { run: data.run, lease_token: data.lease_token, note: 'Ask Ada' }
  await second.call('hand_off', note)
  const { untrusted } = await (await mcpWithToken(client, 'third')).call('claim_task')
  const authors = untrusted.map(({ path, author }) => [path, author])
  assert.deepEqual(Object.fromEntries(authors.filter(([path]) => !path.startsWith('/task/'))), {
    '/checkpoint': 'bot',
    '/plan': 'bot',
    '/handoff': 'second',
  })
})

test('an answer without text is a fact', async () => {
  const { client, mcp, held } = await claimed()
  const { data: asked } = await mcp.call('ask', { ...held, kind: 'confirmation', prompt: 'Sure?' })
  const params = { question: asked.question }
  await client.call('questions.answer', { params, body: { answer: false } })
  const { data, untrusted } = await mcp.call('get_answers', held)
  assert.deepEqual([data.answers[0].answer, untrusted], [false, []])
})

test('a failed task is tried again, or not', async () => {
  const { client, mcp, held, taskId } = await claimed()
  const failed = await mcp.call('fail_task', { ...held, error: 'No access', retryable: false })
  assert.equal(failed.data.run.state, 'failed')
  const { body } = await client.call('tasks.get', { params: { task: taskId } })
  assert.equal(body.status, 'failed')
})

test('with nothing to claim, the claim says so', async () => {
  const client = await newTenant()
  await addBot(client)
  const mcp = await mcpWithToken(client)
  assert.equal((await mcp.call('claim_task')).data.claimed, null)
})

test('an API key claims for a named agent', async () => {
  const client = await newTenant()
  await addBot(client)
  const { id } = await client.create()
  const mcp = mcpWithKey(client)
  const refused = await mcp.call('claim_task')
  assert.equal(refused.error.code, 'invalid_request', refused.text)
  assert.equal((await mcp.call('claim_task', { agent: 'bot', task: id })).data.task.id, id)
})

test('every call with the lease token renews the lease', async () => {
  const { client, mcp, held } = await claimed()
  const calls = { report: {}, get_answers: {}, comment: { body: 'Still here' } }
  for (const [name, args] of Object.entries(calls)) {
    const before = await client.call('runs.get', { params: { run: held.run } })
    await mcp.call(name, { ...held, ...args })
    const after = await client.call('runs.get', { params: { run: held.run } })
    const [earlier, later] = [before, after].map(({ body }) => body.lease_expires_at ?? '')
    assert.ok(String(later) > String(earlier), `${name}: ${earlier} → ${later}`)
  }
})

const repeat = async (mcp: McpClient, name: string, args: Record<string, unknown>) => [
  (await mcp.call(name, args)).data,
  (await mcp.call(name, args)).data,
]

describe('a repeated call', () => {
  test('of create_task and comment creates one task and one comment', async () => {
    const { client, mcp, held, taskId } = await claimed()
    const [task, same] = await repeat(mcp, 'create_task', { title: 'Follow up' })
    assert.equal(task.task.id, same.task.id)
    assert.equal(task.task.status, 'triage', 'a person accepts it first')
    await repeat(mcp, 'comment', { ...held, body: 'Once' })
    const { body } = await client.call('comments.list', { params: { task: taskId } })
    assert.equal(body.data.length, 1)
    const other = await mcp.call('create_task', { title: 'Follow up', priority: 'high' })
    assert.notEqual(other.data.task.id, task.task.id, 'another call is another task')
  })

  test('of claim_task claims another task', async () => {
    const { client, mcp, taskId } = await claimed()
    const { id } = await client.create()
    const again = await mcp.call('claim_task')
    assert.deepEqual([again.data.task.id, id !== taskId], [id, true])
  })

  for (const [name, args] of Object.entries({
    ask: { kind: 'confirmation', prompt: 'Sure?' },
    complete_task: { result: 1 },
    fail_task: { error: 'No' },
    release_task: {},
    hand_off: { note: 'Later' },
  })) {
    test(`of ${name} returns the same`, async () => {
      const { mcp, held } = await claimed()
      const [first, second] = await repeat(mcp, name, { ...held, ...args })
      assert.deepEqual(second, first)
      assert.ok(first, 'it succeeded')
    })
  }
})

describe('whoami', () => {
  test('names the agent of a token, and the agents of an API key', async () => {
    const client = await newTenant()
    await addBot(client)
    const mcp = await mcpWithToken(client)
    assert.equal((await mcp.call('whoami')).data.agent.name, 'bot')
    assert.deepEqual((await mcpWithKey(client).call('whoami')).data.agents, ['bot'])
  })
})

describe('an error', () => {
  test('of the caller is a result that names the problem', async () => {
    const { mcp, held } = await claimed()
    const wrong = await mcp.call('report', { ...held, lease_token: `lease_${'A'.repeat(32)}` })
    assert.deepEqual([wrong.isError, wrong.error.code], [true, 'lease_lost'])
    const misspelled = await mcp.call('report', { ...held, mesage: 'x' })
    assert.equal(misspelled.error.code, 'invalid_request')
    assert.match(misspelled.text, /mesage/)
  })

  test('of the protocol is what an unknown tool gets, in both revisions', async () => {
    const mcp = mcpWithKey(await newTenant())
    const params = { name: 'drop_tables', arguments: {} }
    const error = { code: -32_602, message: 'Unknown tool: drop_tables' }
    const { body } = await mcp.request('tools/call', params)
    assert.deepEqual([body.error, body.result], [error, undefined])
    const sent = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const old = await mcp.send(sent, { 'mcp-protocol-version': '2025-11-25' })
    assert.match(old.text, /"error":\{"code":-32602,"message":"Unknown tool: drop_tables"\}/)
  })
})
