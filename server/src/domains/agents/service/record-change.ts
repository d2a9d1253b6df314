// The event and the audit entry of a change to an agent.
import type { Agent, FieldChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { type AgentEventType, agentEvent } from '../events.ts'

export async function recordChange(
  ctx: Context,
  type: AgentEventType,
  subjectId: string,
  agent: Agent,
  changes: FieldChange[] = [],
): Promise<void> {
  await Promise.all([
    emitEvents(ctx, [agentEvent(type, subjectId, agent, changes)]),
    recordAudit(ctx, [{ action: type, subjectId, changes }]),
  ])
}
