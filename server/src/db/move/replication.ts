// Logical replication of one tenant: a publication with row filters and a slot at the source, a subscription at the target.
import type { Client } from 'pg'
import type { CellConnection } from './cell-connection.ts'
import { type MoveTable, publishedTable } from './move-tables.ts'

/** Of the publication, the slot and the subscription. */
export const replicationName = (tenantId: string): string =>
  `task_service_move_${tenantId.replaceAll('-', '')}`

export async function createPublication(
  source: Client,
  tables: readonly MoveTable[],
  tenantId: string,
): Promise<void> {
  const published = tables.map((table) => publishedTable(table, tenantId)).join(', ')
  await source.query(
    `create publication ${replicationName(tenantId)} for table ${published} with (publish_via_partition_root = true)`,
  )
}

/**
 * On a connection of the replication protocol. The snapshot lives until the next command on it, and has exactly the changes that the
 * slot does not send.
 */
export async function createSlot(replication: Client, tenantId: string): Promise<string> {
  const { rows } = await replication.query<{ snapshot_name: string }>(
    `CREATE_REPLICATION_SLOT "${replicationName(tenantId)}" LOGICAL pgoutput (SNAPSHOT 'export')`,
  )
  const snapshot = rows[0]?.snapshot_name
  if (!snapshot) throw new Error('the server exported no snapshot')
  return snapshot
}

/** Starts to apply what the slot has. `sourceUrl` is the source as the server of the target reaches it. */
export async function createSubscription(
  { client, majorVersion }: CellConnection,
  tenantId: string,
  sourceUrl: string,
): Promise<void> {
  const name = replicationName(tenantId)
  // From 16 on rows are applied as the owner of the table, whom row-level security binds.
  const owner = majorVersion >= 16 ? ', run_as_owner = true' : ''
  await client.query(
    `create subscription ${name} connection ${client.escapeLiteral(sourceUrl)} publication ${name}
     with (slot_name = '${name}', create_slot = false, copy_data = false, disable_on_error = true${owner})`,
  )
}

export async function hasSubscription(target: Client, tenantId: string): Promise<boolean> {
  const { rows } = await target.query('select from pg_subscription where subname = $1', [
    replicationName(tenantId),
  ])
  return rows.length > 0
}

/** Bytes of the log of the source that the target has not confirmed. */
export async function readLag(source: Client, tenantId: string): Promise<number> {
  const { rows } = await source.query<{ lag: number; wal_status: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as lag, wal_status
     from pg_replication_slots where slot_name = $1`,
    [replicationName(tenantId)],
  )
  const [slot] = rows
  if (!slot) {
    throw new ReplicationFailed(
      'The replication slot at the source is gone, for example after a failover. Undo the move and begin again.',
    )
  }
  // It stays in the view, and the subscription retries without end.
  if (slot.wal_status === 'lost') {
    throw new ReplicationFailed(
      'The source has deleted WAL that the move still needed, because the replication slot exceeded max_slot_wal_keep_size. Undo the move, raise that setting or free disk space, and begin again.',
    )
  }
  return slot.lag
}

/** Of a change that the target could not apply; the log of its server has the reason. */
export async function refuseDisabled(target: Client, tenantId: string): Promise<void> {
  const { rows } = await target.query<{ subenabled: boolean }>(
    'select subenabled from pg_subscription where subname = $1',
    [replicationName(tenantId)],
  )
  if (rows[0]?.subenabled === true) return
  throw new ReplicationFailed(
    'The target could not apply a change, and replication has stopped. The log of its PostgreSQL server has the reason. Undo the move and begin again.',
  )
}

export class ReplicationFailed extends Error {
  override readonly name = 'ReplicationFailed'
}

/** Later changes of the source no longer arrive. */
export async function disableSubscription(target: Client, tenantId: string): Promise<void> {
  await target.query(`alter subscription ${replicationName(tenantId)} disable`)
}

/** Safe to repeat. The slot is dropped at the source, because the target may no longer reach it. */
export async function dropSubscription(target: Client, tenantId: string): Promise<void> {
  const name = replicationName(tenantId)
  if (!(await hasSubscription(target, tenantId))) return
  await target.query(`alter subscription ${name} disable`)
  await target.query(`alter subscription ${name} set (slot_name = none)`)
  await target.query(`drop subscription ${name}`)
}

const SLOT_TRIES = 50
const SLOT_WAIT_MS = 100

/** After `dropSubscription`. */
export async function dropPublication(source: Client, tenantId: string): Promise<void> {
  const name = replicationName(tenantId)
  for (let attempt = 1; ; attempt++) {
    const { rows } = await source.query<{ active: boolean }>(
      'select active from pg_replication_slots where slot_name = $1',
      [name],
    )
    const [slot] = rows
    if (!slot) break
    // The sender ends a moment after the subscription.
    if (!slot.active) await source.query('select pg_drop_replication_slot($1)', [name])
    else if (attempt === SLOT_TRIES) {
      throw new ReplicationFailed(`The replication slot ${name} at the source is still in use.`)
    } else await new Promise((resume) => setTimeout(resume, SLOT_WAIT_MS))
  }
  await source.query(`drop publication if exists ${name}`)
}
