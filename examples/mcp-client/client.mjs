// An MCP client without a library: lists the tools, claims a task and completes it. Needs Node.js 22 and no packages.
//   TASKS_URL=http://localhost:8001 AGENT_TOKEN=agt_… node client.mjs
const { TASKS_URL, AGENT_TOKEN } = process.env
const REVISION = '2026-07-28'

async function request(method, params = {}) {
  const response = await fetch(`${TASKS_URL}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${AGENT_TOKEN}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(params.name && { 'Mcp-Name': params.name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  const { result, error } = JSON.parse(text)
  if (error) throw new Error(error.message)
  return result
}

async function call(name, args = {}) {
  const { isError, structuredContent, content } = await request('tools/call', {
    name,
    arguments: args,
  })
  if (isError) throw new Error(content[0].text)
  return structuredContent.data
}

const { tools } = await request('tools/list')
console.log(`${tools.length} tools: ${tools.map(({ name }) => name).join(', ')}`)

const { task, run, lease_token } = await call('claim_task')
if (!run) throw new Error('The queue is empty: create a task first')
console.log(`Claimed T-${task.number}`)

const done = await call('complete_task', { run, lease_token, result: { liters: 3 } })
console.log(`T-${task.number} is ${done.task.status}`)
