// SQL of integrations, as people change them; what the engine keeps in the same row it keeps itself.
import type { AgentWrites, Integration, Mapping, SyncError } from '@task-service/contract'
import { empty, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type StoredProblem =
  | 'auth_failed'
  | 'forbidden'
  | 'not_found'
  | 'needs_reentry'
  | 'provider_missing'

export type IntegrationRow = {
  id: string
  provider: string
  name: string
  config: Record<string, string | number | boolean>
  hosts: string[]
  mapping: Mapping
  paused: boolean
  outgoing_queue: string | null
  agent_writes: AgentWrites
  problem: StoredProblem | null
  problem_detail: Partial<SyncError> | null
  problem_since: Date | null
  self: Integration['self']
  server: { name: string; version?: string } | null
  checked_at: Date | null
  poll_seconds: number
  next_pull_at: Date | null
  failures: number
  due_at: Date | null
  webhook: { id: string; expiresAt?: string } | null
  webhook_renew_at: Date | null
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

const columns = sql`id, provider, name, config, hosts, mapping, paused, outgoing_queue, agent_writes, problem, problem_detail,
  problem_since, self, server, checked_at, poll_seconds, next_pull_at, failures, due_at, webhook, webhook_renew_at,
  version, created_by, created_at, updated_at`

export function findIntegration(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<IntegrationRow | undefined> {
  return tx.row<IntegrationRow>(sql`
    select ${columns} from integrations
    where ${tx.mine()} and id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function listIntegrations(
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<IntegrationRow[]> {
  return tx.rows<IntegrationRow>(sql`
    select ${columns} from integrations
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id
    limit ${limit}`)
}

/** Serializes counting until the transaction ends: two concurrent requests could both find one free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`integrations of ${tx.tenantId}`}, 0))`,
  )
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function countIntegrations(tx: Tx, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count
    from (select from integrations where ${tx.mine()} limit ${most}) as found`)
  return row?.count ?? 0
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export async function insertIntegration(tx: Tx, row: IntegrationRow): Promise<void> {
  await tx.rows(sql`
    insert into integrations (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.provider}, ${row.name}, ${json(row.config)}, ${row.hosts},
      ${json(row.mapping)}, ${row.paused}, ${row.outgoing_queue}, ${row.agent_writes}, ${row.problem}, ${json(row.problem_detail)},
      ${row.problem_since}, ${json(row.self)}, ${json(row.server)}, ${row.checked_at}, ${row.poll_seconds},
      ${row.next_pull_at}, ${row.failures}, ${row.due_at}, ${json(row.webhook)}, ${row.webhook_renew_at},
      ${row.version}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`)
}

/** Everything that people, and what they ask for, may change. */
export async function updateIntegration(tx: Tx, row: IntegrationRow): Promise<void> {
  await tx.rows(sql`
    update integrations set name = ${row.name}, config = ${json(row.config)}, hosts = ${row.hosts},
      mapping = ${json(row.mapping)}, paused = ${row.paused}, outgoing_queue = ${row.outgoing_queue},
      agent_writes = ${row.agent_writes},
      problem = ${row.problem}, problem_detail = ${json(row.problem_detail)}, problem_since = ${row.problem_since},
      self = ${json(row.self)}, server = ${json(row.server)}, checked_at = ${row.checked_at},
      poll_seconds = ${row.poll_seconds}, failures = ${row.failures}, due_at = ${row.due_at},
      webhook = ${json(row.webhook)}, webhook_renew_at = ${row.webhook_renew_at},
      version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

/** The next pull begins at the beginning. */
export async function forgetCursor(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    update integrations set cursor = null, next_pull_at = null where ${tx.mine()} and id = ${id}`)
}

/** Links, runs, history, secrets and signals go with it. */
export async function deleteIntegration(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from integrations where ${tx.mine()} and id = ${id}`)
}

export type IntegrationCounts = Integration['counts']

/** Larger counts are shown as this number, because a list should not wait for a full count. */
const MOST_COUNTED = 1_000

const counted = (from: Sql): Sql =>
  sql`(select count(*)::int from (select 1 ${from} limit ${MOST_COUNTED}) counted)`

/** Of each of these, in their order. */
export async function countRecords(tx: Tx, ids: readonly string[]): Promise<IntegrationCounts[]> {
  const links = (state: Sql) =>
    counted(sql`from links l where ${tx.mine('l')} and l.integration_id = i.id and ${state}`)
  const writes = (state: string) =>
    counted(sql`from write_backs w
      where ${tx.mine('w')} and w.integration_id = i.id and w.state = ${state} and w.state <> 'confirmed'`)
  const rows = await tx.rows<IntegrationCounts & { id: string }>(sql`
    select i.id, ${links(sql`l.state <> 'gone'`)} as links, ${links(sql`l.state = 'frozen'`)} as frozen,
      ${counted(sql`from sync_conflicts c
        where ${tx.mine('c')} and c.integration_id = i.id and c.state = 'open'`)} as conflicts,
      ${counted(sql`from sync_failures e where ${tx.mine('e')} and e.integration_id = i.id`)} as failures,
      ${writes('planned')} + ${writes('sent')} as write_backs_open, ${writes('failed')} as write_backs_failed
    from unnest(${[...ids]}::uuid[]) as i (id)`)
  const found = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
