// The end of writes at the source: a lock that the transactions of the tenant share, so that those in progress are waited for and later
// ones fail at once, and the row that keeps them out when the mover is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { codeOf, LOCK_NOT_AVAILABLE } from '#lib/database-failure.ts'
import { FENCES } from './move-tables.ts'

/** As in the function `admit_write`. */
const LOCK = `7264095, uuid_hash($1::uuid)`
const POLL_MS = 10

/** False if a transaction of the tenant takes longer than that. Ends with the connection. */
export async function lockTenant(
  source: Client,
  tenantId: string,
  timeoutMs: number,
): Promise<boolean> {
  await source.query(`set lock_timeout = ${timeoutMs}`)
  try {
    await source.query(`select pg_advisory_lock(${LOCK})`, [tenantId])
    return true
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    return false
  } finally {
    await source.query('reset lock_timeout')
  }
}

export async function unlockTenant(source: Client, tenantId: string): Promise<void> {
  await source.query(`select pg_advisory_unlock(${LOCK})`, [tenantId])
}

/**
 * The first change after the last one of the tenant, so it is also what the target waits for: by the time that is returned, because
 * an earlier fence may have arrived before a change that did not see it.
 */
export async function putFence(source: Client, tenantId: string, cell: string): Promise<string> {
  const { rows } = await source.query<{ at: string }>(
    `insert into ${FENCES} (tenant_id, cell) values ($1, $2)
     on conflict (tenant_id) do update set cell = excluded.cell, created_at = excluded.created_at
     returning created_at::text as at`,
    [tenantId, cell],
  )
  const [row] = rows
  if (!row) throw new Error('the fence was not stored')
  return row.at
}

export async function removeFence(client: Client, tenantId: string): Promise<void> {
  await client.query(`delete from ${FENCES} where tenant_id = $1`, [tenantId])
}

export async function hasFence(client: Client, tenantId: string, at: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from ${FENCES} where tenant_id = $1 and created_at = $2`,
    [tenantId, at],
  )
  return rows.length > 0
}

/** Events that the source has not made deliveries of. Its own dispatcher does that, because the target never looks at them. */
export async function countUndispatched(source: Client, tenantId: string): Promise<number> {
  const { rows } = await source.query<{ count: number }>(
    `select (
       (select count(*) from events e, dispatch_progress p
        where e.tenant_id = $1 and e.xid >= pg_snapshot_xmin(p.done)
          and not pg_visible_in_snapshot(e.xid, p.done)
          and not coalesce(pg_visible_in_snapshot(e.xid, p.target) and (e.xid, e.id) <= (p.xid, p.id), false))
       + (select coalesce(sum(event_count), 0) from dispatch_ranges where tenant_id = $1))::int as count`,
    [tenantId],
  )
  return rows[0]?.count ?? 0
}

/** What workers of the source do for the tenant in this moment: attempts of deliveries, syncs, and mails. */
export async function listWork(source: Client, tenantId: string): Promise<string[]> {
  const { rows } = await source.query<{ id: string }>(
    `select 'delivery ' || id as id from jobs.job where state = 'active' and data ->> 'tenant_id' = $1
     union all
     select 'sync ' || id || ' ' || lease_token from integrations
     where tenant_id = $1::uuid and lease_until > clock_timestamp()
     union all
     select 'digest ' || user_id || ' ' || claim from inbox_digests
     where tenant_id = $1::uuid and claimed_until > clock_timestamp()`,
    [tenantId],
  )
  return rows.map(({ id }) => id)
}

/** False if the time is over. */
export async function waitUntil(
  isReached: () => Promise<boolean>,
  timeoutMs: number,
  pollMs = POLL_MS,
): Promise<boolean> {
  const until = performance.now() + timeoutMs
  for (;;) {
    if (await isReached()) return true
    if (performance.now() > until) return false
    await sleep(pollMs)
  }
}

export async function setStatus(client: Client, tenantId: string, status: string): Promise<void> {
  await client.query(
    'update tenants set status = $2 where tenant_id = $1 and status is distinct from $2',
    [tenantId, status],
  )
}

export async function hasTenant(client: Client, tenantId: string): Promise<boolean> {
  const { rows } = await client.query('select from tenants where tenant_id = $1', [tenantId])
  return rows.length > 0
}

export async function readTenant(
  client: Client,
  slug: string,
): Promise<{ tenant_id: string; status: string } | undefined> {
  const { rows } = await client.query<{ tenant_id: string; status: string }>(
    'select tenant_id, status from tenants where slug = $1',
    [slug],
  )
  return rows[0]
}
