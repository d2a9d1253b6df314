// Agents of a tenant under test, with a token to call the API as one of them.
import type { Agent, AgentCreate } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'

let count = 0

export async function newAgent(
  client: ApiClient,
  settings: Partial<AgentCreate> = {},
): Promise<Agent> {
  const body = { name: `agent-${++count}`, ...settings }
  return (await client.call('agents.create', { body })).body
}

/** The client of a new agent, and what it is known by. */
export async function newTokenAgent(
  client: ApiClient,
  settings: Partial<AgentCreate> = {},
): Promise<{ agent: Agent; token: string; tokenId: string; asAgent: ApiClient }> {
  const agent = await newAgent(client, settings)
  const { id: tokenId, token = '' } = await newToken(client, agent.name)
  return { agent, token, tokenId, asAgent: client.asAgent(token) }
}

export async function newToken(client: ApiClient, agent: string) {
  return (await client.call('agent_tokens.create', { params: { agent }, body: {} })).body
}
