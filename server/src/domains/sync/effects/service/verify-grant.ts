// The last check before a write-back is sent: what was approved is still what is about to be sent, and the policy of this moment
// does not forbid it.
import type { AgentWrites } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { effectivePolicy, findApproval } from '#domains/approvals/index.ts'
import { findComment } from '#domains/comments/index.ts'
import type { WriteBackRow } from '#domains/sync/links/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { findGranted } from '../grant.ts'
import { listFlags, listIntegrations } from '../store.ts'
import { agentOf } from './find-gate.ts'

/** True for a write-back that needs no approval. */
export async function verifyGrant(
  ctx: WorkContext,
  { gatesAgents }: Pick<Work, 'gatesAgents'>,
  change: WriteBackRow,
): Promise<boolean> {
  if (!gatesAgents) return true
  if (change.approval_id === null) return isFree(ctx, change)
  const granted = findGranted(await findApproval(ctx.tx, change.approval_id), change)
  return granted !== undefined && (await policyFor(ctx, change, granted.agent)) !== 'forbid'
}

/** Updates are planned again each time; a comment may have waited since the policy allowed it. */
async function isFree(ctx: WorkContext, change: WriteBackRow): Promise<boolean> {
  if (change.comment_id === null) return true
  const comment = await findComment(ctx.tx, change.task_id, change.comment_id)
  const agent = comment && agentOf(comment.author)
  return agent === undefined || (await policyFor(ctx, change, agent)) === 'allow'
}

async function policyFor(
  { tx }: WorkContext,
  { integration_id: id }: WriteBackRow,
  agent: string,
): Promise<AgentWrites> {
  const [integration] = await listIntegrations(tx, [id])
  const flags = await listFlags(tx, [agent])
  return effectivePolicy(flags.get(agent), integration?.agent_writes ?? 'forbid')
}
