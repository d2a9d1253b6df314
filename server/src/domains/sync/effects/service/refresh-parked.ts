// The approval that a parked run waits for: if the item or anything else that its effects depend on has changed, people see both
// versions as soon as the sync has read it, and not only when they decide.
import type { Effect, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  type ApprovalRow,
  changeEffects,
  hashEffects,
  listOfLink,
} from '#domains/approvals/index.ts'
import type { LinkRow } from '#domains/sync/links/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { applyChange } from '#domains/tasks/index.ts'
import { encodeId } from '#lib/ids.ts'
import { listIntegrations } from '../store.ts'
import { holdEffects } from './hold-effects.ts'
import { planLinkEffects } from './plan-effects.ts'

/** `link` with the version that was just read. Task and link are locked by this transaction. */
export async function refreshParked(
  ctx: WorkContext,
  work: Work,
  { link, task }: { link: LinkRow; task: Task },
  runId: string,
): Promise<void> {
  const rows = await listOfLink(ctx.tx, link.task_id, link.id)
  const approval = rows.find((row) => row.state === 'open' && row.run_id === runId)
  if (!approval) return
  const own = await effectsOn(ctx, work, { link, task }, approval)
  // It cannot be approved as things are: approving it is rejected with the reason.
  if (own.some(({ policy }) => policy === 'forbid')) return
  const id = encodeId('link', link.id)
  const others = approval.effects.filter((effect) => effect.link_id !== id)
  const effects = [...others, ...own.filter(({ policy }) => policy !== 'allow')]
  if (hashEffects(effects) === approval.hash) return
  await holdEffects(ctx, await changeEffects(ctx, approval, effects), task)
}

async function effectsOn(
  ctx: WorkContext,
  { manifest }: Work,
  { link, task }: { link: LinkRow; task: Task },
  approval: ApprovalRow,
): Promise<Effect[]> {
  const [integration] = await listIntegrations(ctx.tx, [link.integration_id])
  if (!integration) return []
  const run = approval.run_id === null ? undefined : { id: approval.run_id, agent: approval.agent }
  const plan = { task: completedTask(task, approval, ctx.now), run }
  return planLinkEffects(ctx, { host: { findManifest: () => manifest } }, plan, integration, link)
}

/** The task as it will be once the effects are approved. */
function completedTask(
  task: Task,
  { agent, result, has_result: isSent }: ApprovalRow,
  now: Date,
): Task {
  const after = applyChange(task, { status: 'completed', delegate: agent }, now)
  return isSent ? { ...after, result } : after
}
