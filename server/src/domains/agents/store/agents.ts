// SQL of agents; one function per statement.
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type AgentRow = {
  id: string
  name: string
  description: string
  queues: string[]
  concurrency: number | null
  run_seconds: number | null
  run_calls: number | null
  run_effects: number | null
  day_seconds: number | null
  day_calls: number | null
  day_effects: number | null
  max_attempts: number
  reads_external: boolean
  reads_beyond_claim: boolean
  writes_outward: boolean
  paused_at: Date | null
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

const columns = sql`id, name, description, queues, concurrency, run_seconds, run_calls, run_effects, day_seconds,
  day_calls, day_effects, max_attempts, reads_external, reads_beyond_claim, writes_outward, paused_at, version, created_by,
  created_at, updated_at`

/**
 * The lock leaves the key alone: runs that end refer to it in the usage of the day, while they hold their task, and the
 * transaction that deletes the agent waits for tasks.
 */
export function findAgent(
  tx: Tx,
  name: string,
  options: { lock?: boolean } = {},
): Promise<AgentRow | undefined> {
  return tx.row<AgentRow>(sql`
    select ${columns} from agents
    where ${tx.mine()} and name = ${name}
    ${options.lock ? sql`for no key update` : empty}`)
}

export function listAgents(tx: Tx, after: string | undefined, limit: number): Promise<AgentRow[]> {
  return tx.rows<AgentRow>(sql`
    select ${columns} from agents
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id
    limit ${limit}`)
}

/** Serializes counting until the transaction ends: two concurrent requests could both find one free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`agents of ${tx.tenantId}`}, 0))`,
  )
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function countAgents(tx: Tx, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from (select from agents where ${tx.mine()} limit ${most}) as found`)
  return row?.count ?? 0
}

/** Undefined when the name is taken. */
export function insertAgent(tx: Tx, row: AgentRow): Promise<{ id: string } | undefined> {
  return tx.row<{ id: string }>(sql`
    insert into agents (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.name}, ${row.description}, ${row.queues}, ${row.concurrency},
      ${row.run_seconds}, ${row.run_calls}, ${row.run_effects}, ${row.day_seconds}, ${row.day_calls}, ${row.day_effects},
      ${row.max_attempts}, ${row.reads_external}, ${row.reads_beyond_claim}, ${row.writes_outward}, ${row.paused_at},
      ${row.version}, ${row.created_by}, ${row.created_at}, ${row.updated_at})
    on conflict (tenant_id, name) do nothing
    returning id`)
}

export async function updateAgent(tx: Tx, row: AgentRow): Promise<void> {
  await tx.rows(sql`
    update agents set description = ${row.description}, queues = ${row.queues}, concurrency = ${row.concurrency},
      run_seconds = ${row.run_seconds}, run_calls = ${row.run_calls}, run_effects = ${row.run_effects},
      day_seconds = ${row.day_seconds}, day_calls = ${row.day_calls}, day_effects = ${row.day_effects},
      max_attempts = ${row.max_attempts}, reads_external = ${row.reads_external},
      reads_beyond_claim = ${row.reads_beyond_claim}, writes_outward = ${row.writes_outward},
      paused_at = ${row.paused_at}, version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

/** Its tokens and usage are deleted with it. */
export async function deleteAgent(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from agents where ${tx.mine()} and id = ${id}`)
}
