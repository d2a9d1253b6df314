// SQL of what decides whether an effect may be written: the policy of the integration, the last run of the task, and agents.
import type { AgentWrites, Mapping } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { AgentFlags } from '#domains/approvals/index.ts'

export type EffectIntegration = {
  id: string
  provider: string
  config: Record<string, string | number | boolean>
  mapping: Mapping
  agent_writes: AgentWrites
}

export function listIntegrations(tx: Tx, ids: readonly string[]): Promise<EffectIntegration[]> {
  return tx.rows<EffectIntegration>(sql`
    select i.id, i.provider, i.config, i.mapping, i.agent_writes from integrations i
    where ${tx.mine('i')} and i.id = any(${ids}::uuid[])`)
}

/** Tasks of which something waits for an approval. */
export async function listAwaitedTasks(tx: Tx, integrationId: string): Promise<string[]> {
  const rows = await tx.rows<{ task_id: string }>(sql`
    select distinct w.task_id from write_backs w
    where ${tx.mine('w')} and w.integration_id = ${integrationId} and w.state = 'awaiting_approval'
      and w.state <> 'confirmed'`)
  return rows.map(({ task_id: id }) => id)
}

/** Tasks of which something waits for an approval of effects of this agent, by integration. */
export async function listAwaitedOf(
  tx: Tx,
  agent: string,
): Promise<{ integration_id: string; task_ids: string[] }[]> {
  return tx.rows(sql`
    select w.integration_id, array_agg(distinct w.task_id) as task_ids
    from approvals a join write_backs w on ${tx.mine('w')} and w.approval_id = a.id
    where ${tx.mine('a')} and a.state = 'open' and w.state = 'awaiting_approval'
      and exists (select from json_array_elements(without_nul(a.effects)) as e where e->>'agent' = ${agent})
    group by w.integration_id`)
}

export type LastRun = {
  agent_writes: AgentWrites
  run_id: string | null
  agent: string | null
  is_live: boolean
  outcome_at: Date | null
}

export function readLastRun(
  tx: Tx,
  integrationId: string,
  taskId: string,
): Promise<LastRun | undefined> {
  return tx.row<LastRun>(sql`
    select i.agent_writes, r.id as run_id, r.agent, r.id is not null and r.ended_at is null as is_live, r.outcome_at
    from integrations i
    left join lateral (
      select l.id, l.agent, l.ended_at, l.outcome_at from runs l
      where ${tx.mine('l')} and l.task_id = ${taskId}
      order by l.attempt desc limit 1) r on true
    where ${tx.mine('i')} and i.id = ${integrationId}`)
}

export async function listFlags(
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, AgentFlags>> {
  if (names.length === 0) return new Map()
  const rows = await tx.rows<AgentFlags & { name: string }>(sql`
    select a.name, a.reads_external, a.reads_beyond_claim, a.writes_outward from agents a
    where ${tx.mine('a')} and a.name = any(${[...new Set(names)]}::text[])`)
  return new Map(rows.map(({ name, ...flags }) => [name, flags]))
}
