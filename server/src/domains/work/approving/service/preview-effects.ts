// What completing a run would write to external systems, for its agent. Nothing is changed.
import {
  AGENT_WRITES,
  type AgentWrites,
  type EffectPreview,
  type EffectPreviewRequest,
} from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { type EffectParts, planEffects } from '#domains/sync/index.ts'
import { completedTask, holdRun, refuseOtherOutput } from '#domains/work/runs/index.ts'

export async function previewEffects(
  ctx: WorkContext,
  parts: EffectParts,
  reference: string,
  sent: EffectPreviewRequest,
): Promise<EffectPreview> {
  const held = await holdRun(ctx, { run: reference, leaseToken: sent.lease_token })
  refuseOtherOutput(held.task, sent.result)
  const result = 'result' in sent ? { value: sent.result } : undefined
  const effects = await planEffects(held.ctx, parts, {
    task: completedTask(held, result),
    run: held.run,
    includesAllowed: true,
  })
  return { policy: strictest(effects.map(({ policy }) => policy)), effects }
}

function strictest(policies: readonly AgentWrites[]): AgentWrites {
  return AGENT_WRITES.findLast((policy) => policies.includes(policy)) ?? 'allow'
}
