// Approvals of a tenant with a marked text in every field: one that is open, one that was edited and one that was rejected.
import type { TenantClient } from './webhook-belongings.ts'

/** `integration` belongs to the tenant. Its items would be created for tasks of an agent that needs approvals. */
export async function furnishApprovals(
  client: TenantClient,
  integration: string,
  name: string,
): Promise<void> {
  const { marker, post, get, note } = client
  const text = (field: string) => `${marker}-${field}-${name}`
  const agent = text('writer')
  await post('/api/agents', { name: agent, queues: [agent], reads_beyond_claim: true })
  const [open, edited, rejected] = [
    await park(client, agent, integration, text('open')),
    await park(client, agent, integration, text('edited')),
    await park(client, agent, integration, text('rejected')),
  ]
  note('apr', open)
  // A decision is made once, so each probe of it is about one that was made.
  note('apr of approvals.reject', rejected)
  note('effects_of', agent)
  const requests: [operation: string, path: string, body: object][] = [
    ['approvals.edit', `/api/approvals/${edited}/edit`, { result: text('result') }],
    ['approvals.reject', `/api/approvals/${rejected}/reject`, { reason: text('reason') }],
  ]
  for (const [operation, path, body] of requests) {
    const key = `${marker}-${operation}-${name}`
    note(`Idempotency-Key of ${operation}`, key)
    await post(path, body, { 'idempotency-key': key })
  }
  note('cursor of approvals.list', (await get('/api/approvals?limit=1'))['next_cursor'])
}

/** The id of the approval. */
async function park(
  { post, get }: TenantClient,
  agent: string,
  integration: string,
  title: string,
): Promise<string> {
  const task = String((await post('/api/tasks', { title, queue: agent }))['id'])
  await post(`/api/tasks/${task}/links`, { integration })
  const claimed = await post(`/api/tasks/${task}/claim`, { agent })
  const run = claimed['run'] as { id: string } // the answer of the claim operation
  const body = { lease_token: claimed['lease_token'], result: title }
  await post(`/api/runs/${run.id}/complete`, body)
  return String((await get(`/api/runs/${run.id}`))['approval_id'])
}
