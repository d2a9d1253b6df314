// Every operation on agents and their tokens.
import type { Call, SendCall } from './send-call.ts'

export async function sendAgents(send: SendCall, name: string): Promise<void> {
  const path = `/api/agents/${name}`
  const call = (operation: string, method: Call['method'], url: string, payload?: object) =>
    send({ operation, method, url, ...(payload && { payload }) })
  await call('agents.create', 'POST', '/api/agents', { name })
  const token = await call('agent_tokens.create', 'POST', `${path}/tokens`, {})
  await call('agent_tokens.list', 'GET', `${path}/tokens`)
  await call('agents.get', 'GET', path)
  await call('agents.list', 'GET', '/api/agents?limit=2')
  await call('agents.change', 'PATCH', path, { concurrency: 3 })
  await call('agents.pause', 'POST', `${path}/pause`)
  await call('agents.resume', 'POST', `${path}/resume`)
  await call('agent_tokens.revoke', 'DELETE', `${path}/tokens/${token.id}`)
  await call('agents.remove', 'DELETE', path)
}
