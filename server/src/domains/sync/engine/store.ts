// SQL of who works for an integration: across tenants to find work, inside one to know that it is still ours.
import { isLeaseOver, leaseFor } from '#db/lease.ts'
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type Candidate = { tenant_id: string; id: string }

export type Lease = { tenantId: string; integrationId: string; token: string }

/** A suspended tenant is not worked for; its signals wait until it is resumed. */
const isActive = sql`not exists (
  select from tenants t where t.tenant_id = i.tenant_id and t.status <> 'active')`

/** Problems that only a user can fix stop the work until they are fixed. */
const hasWork = sql`${isActive} and not i.paused and (i.lease_until is null or ${isLeaseOver(sql`i.lease_until`)})
  and (i.rest_until is null or i.rest_until <= now())
  and (i.problem is null or i.problem in ('forbidden', 'not_found'))
  and (i.due_at <= now() or exists (
    select from sync_signals s where s.tenant_id = i.tenant_id and s.integration_id = i.id))`

export function listCandidates(feed: Reader, limit: number): Promise<Candidate[]> {
  return feed.rows<Candidate>(sql`
    select i.tenant_id, i.id from integrations i where ${hasWork}
    order by i.due_at nulls first limit ${limit}`)
}

/**
 * Skips integrations whose holder is in a transaction: every transaction of a holder has a key share lock on the row, so
 * that a lease changes hands only between two of them.
 */
export async function claimLeases(
  feed: Reader,
  candidates: readonly Candidate[],
  leaseMs: number,
): Promise<Lease[]> {
  const rows = await feed.rows<{ tenant_id: string; id: string; lease_token: string }>(sql`
    with free as (
      select i.tenant_id, i.id from integrations i
      where (i.tenant_id, i.id) in (
          select * from unnest(${candidates.map((one) => one.tenant_id)}::uuid[],
            ${candidates.map((one) => one.id)}::uuid[]))
        and ${hasWork}
      for update skip locked)
    update integrations i
    set lease_token = gen_random_uuid(), lease_until = ${leaseFor(leaseMs)}
    from free where i.tenant_id = free.tenant_id and i.id = free.id
    returning i.tenant_id, i.id, i.lease_token`)
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    integrationId: row.id,
    token: row.lease_token,
  }))
}

/** A tenant that is being moved is worked for until what has begun is recorded: the other cell would do it again. */
const mayFinish = sql`not exists (
  select from tenants t where t.tenant_id = i.tenant_id and t.status not in ('active', 'moving'))`

const isMoving = sql`exists (
  select from tenants t where t.tenant_id = i.tenant_id and t.status = 'moving')`

/** Undefined unless the lease is ours and the tenant may be worked for; the lease stays so until the transaction ends. */
export function holdLease(tx: Tx, lease: Lease): Promise<{ is_moving: boolean } | undefined> {
  return tx.row<{ is_moving: boolean }>(sql`
    select ${isMoving} as is_moving from integrations i
    where ${tx.mine()} and id = ${lease.integrationId} and lease_token = ${lease.token} and ${mayFinish}
    for key share of i`)
}

/** Renews the lease, updates the heartbeat of the run, and returns whether the run should be canceled. */
export async function renewLease(
  tx: Tx,
  lease: Lease,
  leaseMs: number,
): Promise<{ isOurs: boolean; isCanceled: boolean }> {
  const renewed = await tx.row(sql`
    update integrations i set lease_until = ${leaseFor(leaseMs)}
    where ${tx.mine()} and id = ${lease.integrationId} and lease_token = ${lease.token} and ${mayFinish} returning id`)
  if (!renewed) return { isOurs: false, isCanceled: false }
  const run = await tx.row<{ is_canceled: boolean }>(sql`
    update sync_runs set heartbeat_at = now()
    where ${tx.mine()} and integration_id = ${lease.integrationId} and state = 'running'
    returning cancel_asked_at is not null as is_canceled`)
  return { isOurs: true, isCanceled: run?.is_canceled ?? false }
}
