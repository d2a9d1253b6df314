// SQL of connectors, as people see and change them; what their sessions need is asked for by the domain `edge`.
import type { ConnectorFacts, DatabaseHealth } from '@task-service/contract'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ConnectorRow = {
  id: string
  name: string
  key_expires_at: Date | null
  rotate_asked_at: Date | null
  enrolment_expires_at: Date | null
  enrolled_at: Date | null
  paused: boolean
  revoked_at: Date | null
  frozen_at: Date | null
  frozen_reason: string | null
  resynced_at: Date | null
  facts: ConnectorFacts | null
  databases: DatabaseHealth[]
  statement_count: number
  policy_digest: string | null
  last_seen_at: Date | null
  waiting_results: number
  lag_ms: number
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

export const connectorColumns = sql`id, name, key_expires_at, rotate_asked_at, enrolment_expires_at, enrolled_at, paused,
  revoked_at, frozen_at, frozen_reason, resynced_at, facts, databases, json_array_length(statements) as statement_count,
  policy_digest, last_seen_at, waiting_results, lag_ms, version, created_by, created_at, updated_at`

export function findConnector(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ConnectorRow | undefined> {
  return tx.row<ConnectorRow>(sql`
    select ${connectorColumns} from connectors
    where ${tx.mine()} and id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function listConnectors(
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<ConnectorRow[]> {
  return tx.rows<ConnectorRow>(sql`
    select ${connectorColumns} from connectors
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id
    limit ${limit}`)
}

/** Serializes counting until the transaction ends: two concurrent requests could both find one free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`connectors of ${tx.tenantId}`}, 0))`,
  )
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function countConnectors(tx: Tx, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count
    from (select from connectors where ${tx.mine()} limit ${most}) as found`)
  return row?.count ?? 0
}

export async function findIdByName(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(
    sql`select id from connectors where ${tx.mine()} and name = ${name}`,
  )
  return row?.id
}

type NewConnector = Pick<ConnectorRow, 'id' | 'name' | 'created_by' | 'created_at'> & {
  enrolment_hash: Buffer
  enrolment_expires_at: Date
}

/** Undefined when the name is taken. */
export function insertConnector(tx: Tx, row: NewConnector): Promise<ConnectorRow | undefined> {
  return tx.row<ConnectorRow>(sql`
    insert into connectors (tenant_id, id, name, enrolment_hash, enrolment_expires_at, created_by, created_at,
      updated_at)
    values (${tx.tenantId}, ${row.id}, ${row.name}, ${row.enrolment_hash}, ${row.enrolment_expires_at},
      ${row.created_by}, ${row.created_at}, ${row.created_at})
    on conflict (tenant_id, name) do nothing
    returning ${connectorColumns}`)
}

/** What people may change. */
export async function updateConnector(tx: Tx, row: ConnectorRow): Promise<void> {
  await tx.rows(sql`
    update connectors set name = ${row.name}, paused = ${row.paused}, rotate_asked_at = ${row.rotate_asked_at},
      version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function saveToken(
  tx: Tx,
  id: string,
  token: { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.rows(sql`
    update connectors set enrolment_hash = ${token.hash}, enrolment_expires_at = ${token.expiresAt}
    where ${tx.mine()} and id = ${id}`)
}

/** The session ends with the key, and an unused token is removed. */
export async function revokeKey(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update connectors set revoked_at = ${now}, session_id = null, session_expires_at = null, enrolment_hash = null,
      enrolment_expires_at = null
    where ${tx.mine()} and id = ${id}`)
}

/** Jobs and what they brought go with it. */
export async function deleteConnector(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from connectors where ${tx.mine()} and id = ${id}`)
}
