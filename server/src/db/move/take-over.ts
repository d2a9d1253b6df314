// What the target changes when it takes over a tenant, in one transaction: work that belonged to processes of the source is queued
// again, and the tenant gets its status back.
import type { Client } from 'pg'
import { removeFence, setStatus } from './fence.ts'

export type WrappedKey = {
  tenant_id: string
  id: string
  master_key_id: string
  wrapped: Buffer
}

export type TakeOver = {
  tenantId: string
  status: string
  /** Wraps a data key with the master key of the target; undefined for one that the target can open as it is. */
  rewrap: (key: WrappedKey) => Pick<WrappedKey, 'master_key_id' | 'wrapped'> | undefined
}

/** Statements of one tenant, `$1`. */
const TAKE_OVER: readonly string[] = [
  // The queue of jobs stays behind. The dispatcher queues held attempts of an active tenant.
  `update deliveries set is_deferred = true, next_attempt_at = null, queued_at = coalesce(queued_at, created_at)
   where tenant_id = $1 and status = 'pending' and not (is_deferred and next_attempt_at is null)`,
  // Of an earlier stay of the tenant.
  `delete from jobs.job where data ->> 'tenant_id' = $1::uuid::text`,
  `update integrations set lease_token = null, lease_until = null
   where tenant_id = $1 and (lease_token is not null or lease_until is not null)`,
  // Connectors open a session with the target.
  `update connectors set session_id = null, session_expires_at = null where tenant_id = $1 and session_id is not null`,
  `update inbox_digests set claim = null, claimed_until = null where tenant_id = $1 and claim is not null`,
]

export async function takeOver(
  target: Client,
  { tenantId, status, rewrap }: TakeOver,
): Promise<void> {
  await target.query('begin')
  try {
    // Few of the rows, whatever the planner knows of a tenant that has just arrived.
    await target.query('set local enable_seqscan = off')
    for (const statement of TAKE_OVER) await target.query(statement, [tenantId])
    for (const key of await listDataKeys(target, tenantId)) {
      const wrapped = rewrap(key)
      if (!wrapped) continue
      await target.query(
        'update data_keys set master_key_id = $3, wrapped = $4 where tenant_id = $1 and id = $2',
        [tenantId, key.id, wrapped.master_key_id, wrapped.wrapped],
      )
    }
    await removeFence(target, tenantId)
    // Counts as a change of access, so every process looks up the keys of the tenant again.
    await setStatus(target, tenantId, status)
    await target.query('commit')
  } catch (error) {
    await target.query('rollback').catch(() => undefined) // the first error says more
    throw error
  }
}

export async function listDataKeys(client: Client, tenantId: string): Promise<WrappedKey[]> {
  const { rows } = await client.query<WrappedKey>(
    'select tenant_id, id, master_key_id, wrapped from data_keys where tenant_id = $1',
    [tenantId],
  )
  return rows
}

/** At the source: its jobs would find the tenant when it comes back. */
export async function leave(source: Client, tenantId: string): Promise<void> {
  await setStatus(source, tenantId, 'moved')
  await source.query(`delete from jobs.job where data ->> 'tenant_id' = $1::uuid::text`, [tenantId])
}
