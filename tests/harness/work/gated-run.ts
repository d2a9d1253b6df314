// A run whose effects need an approval: its task is linked with an item, and the integration asks for approvals.
import assert from 'node:assert/strict'
import type { AgentCreate, AgentWrites, Approval, ClaimedTask } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'
import { newConnection } from '../integrations/new-integration.ts'
import { plantLink } from '../integrations/sync-rows.ts'
import { addBot, asHolder, claimNext } from './claimed-run.ts'

export type GatedRun = ClaimedTask & { link: string; integration: string }

export async function gatedRun(
  client: ApiClient,
  options: { writes?: AgentWrites; agent?: Partial<AgentCreate> } = {},
): Promise<GatedRun> {
  const { writes = 'approve', agent } = options
  const { id: integration } = await newConnection(client, { agent_writes: writes })
  const { link } = await plantLink({ client, integration })
  await addBot(client, agent)
  return { ...(await claimNext(client)), link, integration }
}

export type ParkedRun = GatedRun & { approval: Approval }

/** Completed by its agent, and waiting for a person. */
export async function parkedRun(
  client: ApiClient,
  result: unknown = { refund: 10 },
): Promise<ParkedRun> {
  const run = await gatedRun(client)
  const { body } = await client.call('runs.complete', asHolder(run, { result }))
  assert.equal(body.status, 'in_review')
  return { ...run, approval: await openApproval(client) }
}

export async function openApproval(client: ApiClient): Promise<Approval> {
  const { body } = await client.call('approvals.list', { query: { state: ['open'] } })
  const [approval] = body.data
  assert.ok(approval, 'no approval is open')
  return approval
}

export const aboutApproval = ({ id }: Pick<Approval, 'id'>, body: object) => ({
  params: { approval: id },
  body,
})

export function approve(client: ApiClient, approval: Approval, hash = approval.hash) {
  return client.call('approvals.approve', aboutApproval(approval, { hash }))
}

export const UNKNOWN_APPROVAL = `apr_${'0'.repeat(32)}`
