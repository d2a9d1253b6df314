// SQL of what agents do: their usage of today, live runs, and the last use of a token.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { workingMs } from '#domains/claims/index.ts'

export type AgentActivity = {
  id: string
  working_ms: number
  calls: number
  effects: number
  declared_tokens: number
  declared_cost: string
  working_runs: number
  parked_runs: number
  last_used_at: Date | null
}

/** Runs are added to the usage of the day when they end, so live ones are counted here. */
export async function listActivity(
  tx: Tx,
  agents: readonly { id: string; name: string }[],
): Promise<Map<string, AgentActivity>> {
  const rows = await tx.rows<AgentActivity>(sql`
    select a.id, live.working_runs, live.parked_runs, token.last_used_at,
      live.working_ms + coalesce(u.working_ms, 0) as working_ms,
      live.calls + coalesce(u.calls, 0) as calls,
      live.effects + coalesce(u.effects, 0) as effects,
      live.declared_tokens + coalesce(u.declared_tokens, 0) as declared_tokens,
      live.declared_cost + coalesce(u.declared_cost, 0) as declared_cost
    from unnest(${agents.map(({ id }) => id)}::uuid[], ${agents.map(({ name }) => name)}::text[]) as a (id, name)
    left join lateral (
      select * from agent_usage u
      where ${tx.mine()} and u.agent_id = a.id and u.day = (clock_timestamp() at time zone 'utc')::date
      limit 1) u on true
    cross join lateral (
      select count(*) filter (where r.state = 'working')::int as working_runs,
        count(*) filter (where r.state = 'parked')::int as parked_runs,
        coalesce(sum(${workingMs}), 0)::bigint as working_ms,
        coalesce(sum(r.calls), 0)::bigint as calls,
        coalesce(sum(r.effects), 0)::bigint as effects,
        coalesce(sum(r.declared_tokens), 0)::bigint as declared_tokens,
        coalesce(sum(r.declared_cost), 0) as declared_cost
      from runs r
      where ${tx.mine()} and r.agent = a.name and r.ended_at is null) live
    cross join lateral (
      select max(t.last_used_at) as last_used_at from agent_tokens t
      where ${tx.mine()} and t.agent_id = a.id) token`)
  return new Map(rows.map((row) => [row.id, row]))
}
