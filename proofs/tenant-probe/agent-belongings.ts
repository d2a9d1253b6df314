// Agents of a tenant with a marked text in every field, their tokens, and the keys that requests were made with.
import type { TenantClient } from './webhook-belongings.ts'

/** A valid token of one of the agents. */
export async function furnishAgent(client: TenantClient, name: string): Promise<string> {
  const { marker, post, get, note } = client
  const text = (field: string) => `${marker}-${field}-${name}`
  const agent = await post('/api/agents', {
    name: text('agent'),
    description: text('description'),
    queues: [text('queue')],
  })
  await post('/api/agents', { name: text('other') })
  const url = `/api/agents/${text('agent')}`
  const token = await post(`${url}/tokens`, {})
  note('agn', agent['id'])
  note('agent', text('agent'))
  note('tok', token['id'])
  note('cursor of agents.list', (await get('/api/agents?limit=1'))['next_cursor'])
  await useKeys(client, name)
  return String(token['token'])
}

/** Each key stands for a response of this tenant that no other tenant may get. */
async function useKeys({ marker, post, note }: TenantClient, name: string): Promise<void> {
  const made = `${marker}-made-${name}`
  const url = `/api/agents/${made}`
  const requests: [operation: string, path: string, body?: object][] = [
    ['agents.create', '/api/agents', { name: made }],
    ['agents.pause', `${url}/pause`],
    ['agents.resume', `${url}/resume`],
    ['agent_tokens.create', `${url}/tokens`, {}],
  ]
  for (const [operation, path, body] of requests) {
    const key = `${marker}-${operation}-${name}`
    note(`Idempotency-Key of ${operation}`, key)
    await post(path, body, { 'idempotency-key': key })
  }
}

/** Ids of all that, in the form clients see. */
export const agentIds = [
  ['agn', 'agents'],
  ['tok', 'agent_tokens'],
]
  .map(
    ([prefix, table]) =>
      `union all select '${prefix}_' || replace(id::text, '-', '') from ${table} where tenant_id = $1`,
  )
  .join('\n')
