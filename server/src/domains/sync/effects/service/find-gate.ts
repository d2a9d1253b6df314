// Which agents have a part in what would be written, and what the policies of today say about them. Nothing is remembered.
import type { AgentWrites, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { effectivePolicy } from '#domains/approvals/index.ts'
import { taskUuid } from '#domains/tasks/index.ts'
import { parseActor } from '#lib/actor.ts'
import { listFlags, readLastRun } from '../store.ts'

export type Gate = {
  /** The last run of the task, if it still works on it or gave it its status. */
  run?: { id: string; agent: string; policy: AgentWrites; isLive: boolean }
  policyOf: (agent: string) => AgentWrites
}

/** `authors` as they are stored. The task is locked by this transaction. */
export async function findGate(
  ctx: Pick<WorkContext, 'tx'>,
  integrationId: string,
  task: Task,
  authors: readonly string[] = [],
): Promise<Gate> {
  const last = await readLastRun(ctx.tx, integrationId, taskUuid(task.id))
  const writes = last?.agent_writes ?? 'forbid'
  const creator = task.created_by.kind === 'agent' ? [task.created_by.id] : []
  const names = [...authors.flatMap((author) => agentOf(author) ?? []), ...creator]
  const flags = await listFlags(ctx.tx, [...names, ...(last?.agent ? [last.agent] : [])])
  const policyOf = (agent: string) => effectivePolicy(flags.get(agent), writes)
  if (!last?.run_id || last.agent === null) return { policyOf }
  // Someone else has moved the task since if it ended at another time, or not at all.
  const isOutcome = last.outcome_at?.toISOString() === task.completed_at
  if (!last.is_live && !isOutcome) return { policyOf }
  const { agent, run_id: id, is_live: isLive } = last
  return { policyOf, run: { id, agent, policy: policyOf(agent), isLive } }
}

/** The name of the agent that wrote a comment; undefined for people, keys and the service. */
export function agentOf(author: string): string | undefined {
  const { kind, id } = parseActor(author)
  return kind === 'agent' ? id : undefined
}
