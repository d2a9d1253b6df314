// SQL of what an agent has used today.
import { type Sql, sql } from '#db/sql.ts'

/** Of the agent `a`, without its live runs: each run is added when it ends, by every connection in its own row. */
export const usedToday: Sql = sql`(
  select coalesce(sum(used.working_ms), 0)::bigint as working_ms, coalesce(sum(used.calls), 0)::bigint as calls,
    coalesce(sum(used.effects), 0)::bigint as effects, coalesce(sum(used.declared_tokens), 0)::bigint as declared_tokens,
    coalesce(sum(used.declared_cost), 0) as declared_cost
  from agent_usage used
  where used.tenant_id = a.tenant_id and used.agent_id = a.id
    and used.day = (clock_timestamp() at time zone 'utc')::date)`
