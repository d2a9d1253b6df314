// Events of agents: created, changed, paused, resumed and deleted.
import type { Agent, EventType, FieldChange } from '@task-service/contract'
import type { NewEvent } from '#events/emit.ts'

export type AgentEventType = EventType & `agent.${string}`

export function agentEvent(
  type: AgentEventType,
  subjectId: string,
  agent: Agent,
  changes: readonly FieldChange[],
): NewEvent {
  return {
    type,
    subjectId,
    data: agent,
    previous: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
    changed: changes.map(({ field }) => field),
  }
}
