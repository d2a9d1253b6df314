// SQL of deliveries under way: what is to be sent, and what came of it.
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { EventRow } from '#events/envelope.ts'
import { timeOfUuid } from '#lib/uuid.ts'

export type DeliveryRow = {
  delivery_id: string
  webhook_id: string
  subject_id: string
  status: 'waiting' | 'pending' | 'delivered' | 'failed' | 'canceled'
  round: number
  tries: number
  next_attempt_at: Date | null
}

/** The event is gone when its time of retention is over. */
export type Consignment = DeliveryRow & { [Column in keyof EventRow]: EventRow[Column] | null }

/**
 * As a list and not as a join: this reaches the primary key whatever the planner believes. The times find the partitions;
 * as a list of their own they would be tried with every id.
 */
function named(ids: readonly string[]): Sql {
  const sorted = ids.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)].map((id) => id && timeOfUuid(id))
  return sql`t.id = any (${sorted}::uuid[]) and t.created_at between ${first} and ${last}`
}

export function listConsignments(tx: Tx, ids: readonly string[]): Promise<Consignment[]> {
  return tx.rows<Consignment>(sql`
    select t.id as delivery_id, t.webhook_id, t.subject_id, t.status, t.round, t.tries, t.next_attempt_at,
      e.id, e.type, e.actor, e.data::text as data, e.previous::text as previous, e.changed, e.occurred_at
    from unnest(${ids}::uuid[], ${ids.map(timeOfUuid)}::timestamptz[]) as wanted (id, created_at)
    -- With their limits both are looked up one by one; joined, all that the tenant has was read.
    join lateral (
      select * from deliveries found
      where found.tenant_id = ${tx.tenantId} and found.id = wanted.id and found.created_at = wanted.created_at
      limit 1
    ) as t on true
    left join lateral (
      select * from events found
      where found.tenant_id = t.tenant_id and found.xid = t.event_xid and found.id = t.event_id
        and found.occurred_at = t.event_at
      limit 1
    ) as e on true
    where ${tx.mine('t')}`)
}

export async function findSlug(tx: Tx): Promise<string> {
  const row = await tx.row<{ slug: string }>(sql`select slug from tenants where ${tx.mine()}`)
  return row?.slug ?? ''
}

export type Attempt = {
  delivery_id: string
  round: number
  try: number
  status: 'pending' | 'delivered' | 'failed' | 'canceled'
  next_attempt_at: Date | null
  attempted_at: Date
  duration_ms: number
  status_code: number | null
  error: string | null
  response: string | null
}

/** Only what is still the attempt that its delivery waits for; gives the ids of those. */
export async function recordAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<Set<string>> {
  const recorded = await tx.rows<{ id: string }>(sql`
    with attempt as (
      select * from json_to_recordset(${JSON.stringify(attempts)}) as a (delivery_id uuid, round integer, try integer,
        status text, next_attempt_at timestamptz, attempted_at timestamptz, duration_ms integer, status_code smallint,
        error text, response text)
    ), recorded as (
      update deliveries t
      set status = a.status, tries = a.try, attempts = t.attempts + 1, next_attempt_at = a.next_attempt_at,
        attempted_at = a.attempted_at, duration_ms = a.duration_ms, status_code = a.status_code, error = a.error,
        response = a.response
      from attempt a
      where ${tx.mine('t')} and ${named(attempts.map((attempt) => attempt.delivery_id))}
        and t.id = a.delivery_id and t.round = a.round and t.tries = a.try - 1 and t.status = 'pending'
      returning t.tenant_id, t.id, t.attempts, t.attempted_at, t.duration_ms, t.status_code, t.error, t.response
    ), failure as (
      insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code, error, response)
      select tenant_id, id, attempts, attempted_at, duration_ms, status_code, error, response
      from recorded where error is not null)
    select id from recorded`)
  return new Set(recorded.map(({ id }) => id))
}

export type Turn = { webhookId: string; subjectId: string }

/** The oldest that waits in each of these lines, where none is under way; the dispatcher makes jobs for them. */
export async function releaseNext(tx: Tx, turns: readonly Turn[]): Promise<void> {
  const first = (status: Sql): Sql => sql`
    select d.id, d.created_at from deliveries d
    where d.tenant_id = ${tx.tenantId} and d.webhook_id = turn.webhook_id and d.subject_id = turn.subject_id
      and d.status = ${status}
    order by d.id limit 1`
  await tx.rows(sql`
    update deliveries t set status = 'pending', queued_at = null
    from (
      select distinct webhook_id, subject_id
      from unnest(${turns.map((turn) => turn.webhookId)}::uuid[], ${turns.map((turn) => turn.subjectId)}::uuid[])
        as given (webhook_id, subject_id)
    ) as turn, lateral (${first(sql`'waiting'`)}) as next
    where ${tx.mine('t')} and t.id = next.id and t.created_at = next.created_at
      -- Asked for each line: as a join it read everything under way.
      and (select under_way.id from (${first(sql`'pending'`)}) as under_way) is null`)
}
