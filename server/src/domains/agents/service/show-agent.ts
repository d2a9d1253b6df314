// Agents as clients see them, with what they do now and used today. One query for any number of agents.
import type { Agent } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { toBudgets } from '../budget.ts'
import { type AgentActivity, listActivity } from '../store/activity.ts'
import type { AgentRow } from '../store/agents.ts'

function toAgent(row: AgentRow, activity: AgentActivity | undefined): Agent {
  return {
    id: encodeId('agent', row.id),
    name: row.name,
    description: row.description,
    queues: row.queues,
    concurrency: row.concurrency,
    max_attempts: row.max_attempts,
    reads_external: row.reads_external,
    reads_beyond_claim: row.reads_beyond_claim,
    writes_outward: row.writes_outward,
    ...toBudgets(row),
    state: row.paused_at ? 'paused' : 'active',
    usage_today: {
      seconds: Math.round((activity?.working_ms ?? 0) / 1_000),
      calls: activity?.calls ?? 0,
      effects: activity?.effects ?? 0,
      declared_tokens: activity?.declared_tokens ?? 0,
      declared_cost: Number(activity?.declared_cost ?? 0),
    },
    working_runs: activity?.working_runs ?? 0,
    parked_runs: activity?.parked_runs ?? 0,
    last_used_at: activity?.last_used_at?.toISOString() ?? null,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  }
}

export async function showAgents(
  ctx: Pick<Context, 'tx'>,
  rows: readonly AgentRow[],
): Promise<Agent[]> {
  if (rows.length === 0) return []
  const activity = await listActivity(ctx.tx, rows)
  return rows.map((row) => toAgent(row, activity.get(row.id)))
}

export async function showAgent(ctx: Pick<Context, 'tx'>, row: AgentRow): Promise<Agent> {
  return toAgent(row, (await listActivity(ctx.tx, [row])).get(row.id))
}

/** One that was just created has done nothing. */
export function showNewAgent(row: AgentRow): Agent {
  return toAgent(row, undefined)
}
