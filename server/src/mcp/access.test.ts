// Who may use which tool: every pair of caller and tool, and what a change of settings does to the next call.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mcpTools, TOOL_NAMES } from '@task-service/contract'
import type { ApiClient } from '../../../tests/harness/api-client.ts'
import { newTenant } from '../../../tests/harness/test-api.ts'
import { addBot } from '../../../tests/harness/work/claimed-run.ts'
import { type McpClient, mcpWithKey, mcpWithToken } from '../../../tests/harness/work/mcp-client.ts'

const readOnly = TOOL_NAMES.filter((name) => 'readOnly' in mcpTools[name])
const without = (...names: string[]) => TOOL_NAMES.filter((name) => !names.includes(name))

async function withBot(settings: Parameters<typeof addBot>[1]): Promise<ApiClient> {
  const client = await newTenant()
  await addBot(client, settings)
  return client
}

const callers: Record<string, { mcp: () => Promise<McpClient>; offered: readonly string[] }> = {
  'an API key': { mcp: async () => mcpWithKey(await newTenant()), offered: TOOL_NAMES },
  'an API key at /mcp/readonly': {
    mcp: async () => mcpWithKey(await newTenant(), '/mcp/readonly'),
    offered: readOnly,
  },
  'an agent that reads beyond its claims': {
    mcp: async () => mcpWithToken(await withBot({ reads_beyond_claim: true })),
    offered: TOOL_NAMES,
  },
  'an agent that does not': {
    mcp: async () => mcpWithToken(await withBot({ reads_beyond_claim: false })),
    offered: without('find_tasks'),
  },
  'an agent that does not, at /mcp/readonly': {
    mcp: async () =>
      mcpWithToken(await withBot({ reads_beyond_claim: false }), 'bot', '/mcp/readonly'),
    offered: ['whoami', 'get_task'],
  },
}

for (const [who, { mcp, offered }] of Object.entries(callers)) {
  test(`${who} is offered ${offered.length} tools, and can call no others`, async () => {
    const client = await mcp()
    assert.deepEqual(await client.tools(), offered)
    for (const name of TOOL_NAMES) {
      const { error } = await client.call(name, { unknown_field: true })
      assert.equal(
        error?.code,
        offered.includes(name) ? 'invalid_request' : 'tool_not_allowed',
        name,
      )
    }
  })
}

describe('an agent that does not read beyond its claims', () => {
  test('reads a task while it has a run of it', async () => {
    const client = await withBot({ reads_beyond_claim: false })
    const mcp = await mcpWithToken(client)
    const [mine, other] = [await client.create(), await client.create()]
    const read = async (task: string) => (await mcp.call('get_task', { task })).error?.code
    assert.equal(await read(mine.id), 'tool_not_allowed')
    const { data } = await mcp.call('claim_task', { task: mine.id })
    assert.deepEqual([await read(mine.id), await read(other.id)], [undefined, 'tool_not_allowed'])
    await mcp.call('release_task', { run: data.run, lease_token: data.lease_token })
    assert.equal(await read(mine.id), 'tool_not_allowed')
  })

  test('gets a changed permission within a second', async () => {
    const client = await withBot({ reads_beyond_claim: true })
    const mcp = await mcpWithToken(client)
    assert.equal((await mcp.call('find_tasks')).isError, false)
    const params = { agent: 'bot' }
    await client.call('agents.change', { params, body: { reads_beyond_claim: false } })
    await sleep(1_000)
    assert.equal((await mcp.call('find_tasks')).error.code, 'tool_not_allowed')
    assert.deepEqual(await mcp.tools(), without('find_tasks'))
  })
})

test('an agent cannot use the run of another', async () => {
  const client = await withBot({})
  await client.call('agents.create', { body: { name: 'other' } })
  await client.create()
  const { data } = await (await mcpWithToken(client)).call('claim_task')
  const held = { run: data.run, lease_token: data.lease_token }
  const other = await mcpWithToken(client, 'other')
  for (const name of ['report', 'get_answers', 'complete_task', 'release_task']) {
    assert.equal((await other.call(name, held)).error?.code, 'run_not_found', name)
  }
  assert.equal((await other.call('comment', { ...held, body: 'x' })).error?.code, 'run_not_found')
})

test('a paused agent can neither claim nor create tasks', async () => {
  const client = await withBot({})
  await client.create()
  const mcp = await mcpWithToken(client)
  await client.call('agents.pause', { params: { agent: 'bot' } })
  assert.equal((await mcp.call('claim_task')).error.code, 'agent_paused')
  const created = await mcp.call('create_task', { title: 'Follow up' })
  assert.equal(created.error.code, 'agent_paused', created.text)
  assert.equal((await mcp.call('whoami')).data.agent.state, 'paused')
})
