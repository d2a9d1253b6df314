// SQL of maintenance of the queues: what is due, across tenants to find it and inside one to do it.
import { CANCEL_GRACE_SECONDS } from '@task-service/contract'
import { isLeaseOver } from '#db/lease.ts'
import type { Reader } from '#db/reader.ts'
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

const LOOK = 1_000

/** Runs that are to be started this long after the claim, unless a heartbeat or their end was faster. */
const START_SECONDS = 1

const isExpired: Sql = isLeaseOver(sql`r.lease_until`)
const isStoppable: Sql = sql`r.cancel_requested_at <= clock_timestamp() - ${CANCEL_GRACE_SECONDS}::integer * interval '1 second'`
const isUnstarted: Sql = sql`not r.is_started and r.created_at <= clock_timestamp() - ${START_SECONDS}::integer * interval '1 second'`

/**
 * Tenants with something to do. `except` those that are known: one with many due tasks would hide the others. There is no
 * index on the end of leases, because every heartbeat would have to maintain it: all unfinished runs are read.
 */
export async function findDueTenants(feed: Reader, except: readonly string[]): Promise<string[]> {
  const rows = await feed.rows<{ tenant_id: string }>(sql`
    select distinct due.tenant_id from (
      (select r.tenant_id from runs r
        where r.ended_at is null and r.tenant_id <> all(${except}::uuid[])
          and (${isExpired} or ${isStoppable} or ${isUnstarted}) limit ${LOOK}::integer)
      union all
      (select t.tenant_id from tasks t
        where t.turn is null and t.status = 'ready' and t.ready_at <= clock_timestamp()
          and t.tenant_id <> all(${except}::uuid[])
        order by t.ready_at limit ${LOOK}::integer)
      union all
      (select d.tenant_id from task_dependencies d
        where d.is_resolved and d.tenant_id <> all(${except}::uuid[]) limit ${LOOK}::integer)
      union all
      (select q.tenant_id from questions q
        where q.state = 'open' and q.expires_at <= clock_timestamp() and q.tenant_id <> all(${except}::uuid[])
        order by q.expires_at limit ${LOOK}::integer)
    ) due`)
  return rows.map(({ tenant_id: id }) => id)
}

/** One worker at a time for a tenant; false if another one is at it. Held until the transaction ends. */
export async function tryLockQueues(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${tx.tenantId} queues`}, 0)) as locked`)
  return row?.locked ?? false
}

export type DueRun = { id: string; task_id: string; due: 'expired' | 'stopped' | 'unstarted' }

/** Leases that ended first come first. */
export function listDueRuns(tx: Tx, limit: number): Promise<DueRun[]> {
  return tx.rows<DueRun>(sql`
    select r.id, r.task_id, case when ${isExpired} then 'expired' when ${isStoppable} then 'stopped' else 'unstarted' end as due
    from runs r
    where ${tx.mine('r')} and r.ended_at is null and (${isExpired} or ${isStoppable} or ${isUnstarted})
    order by r.lease_until nulls first limit ${limit}`)
}

/** Ready, due and neither queued nor claimed. */
export async function listUnqueued(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select t.id from tasks t
    where ${tx.mine('t')} and t.turn is null and t.status = 'ready' and t.ready_at <= clock_timestamp()
      and not exists (select from runs r where ${tx.mine('r')} and r.task_id = t.id and r.ended_at is null)
    order by t.ready_at limit ${limit}
    for no key update of t skip locked`)
  return rows.map(({ id }) => id)
}
