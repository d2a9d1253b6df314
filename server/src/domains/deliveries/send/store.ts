// SQL of delivery attempts: what is to be sent, and its results.
import type { FeedTx } from '#db/feed/feed.ts'
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
  is_deferred: boolean
}

/** The event is gone when its time of retention is over. */
export type Delivery = DeliveryRow & { [Column in keyof EventRow]: EventRow[Column] | null }

export function listDueDeliveries(tx: Tx, ids: readonly string[]): Promise<Delivery[]> {
  return tx.rows<Delivery>(sql`
    select t.id as delivery_id, t.webhook_id, t.subject_id, t.status, t.round, t.tries, t.next_attempt_at,
      t.is_deferred,
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

export type SendingTenant = {
  slug: string
  status: 'active' | 'suspended' | 'deleting' | 'moving' | 'moved'
}

export function findTenant(tx: Tx): Promise<SendingTenant | undefined> {
  return tx.row<SendingTenant>(sql`select slug, status from tenants where ${tx.mine()}`)
}

export type AttemptRow = {
  delivery_id: string
  round: number
  try: number
  status: 'pending' | 'delivered' | 'failed' | 'canceled'
  /** Until the next attempt, if there is one. */
  retry_delay_ms: number | null
  attempted_at: Date
  duration_ms: number
  status_code: number | null
  error: string | null
  response: string | null
}

export type Recorded = { id: string; next_attempt_at: Date | null; is_deferred: boolean }

/** Attempts further away than this stay out of the queue, which is scanned every two seconds. */
const DEFER_MS = 2 * 60_000

/**
 * Only what is still the attempt that its delivery waits for; gives those by id. When the next one is due is a matter of the
 * clock of the database. Written as an insert that always
 * finds its row: this reaches the primary key whatever the planner believes, which for an update it would read all that
 * the tenant has pending.
 */
export async function recordAttempts(
  tx: Tx,
  attempts: readonly AttemptRow[],
): Promise<Map<string, Recorded>> {
  const rows = attempts.map((attempt) => ({
    ...attempt,
    created_at: timeOfUuid(attempt.delivery_id),
  }))
  const recorded = await tx.rows<Recorded>(sql`
    with recorded as (
      insert into deliveries as t (tenant_id, id, created_at, webhook_id, event_xid, event_id, event_type, event_at,
        subject_id, queued_at, round, status, tries, attempts, next_attempt_at, is_deferred, attempted_at,
        duration_ms, status_code, error, response)
      select d.tenant_id, d.id, d.created_at, d.webhook_id, d.event_xid, d.event_id, d.event_type, d.event_at,
        d.subject_id, d.queued_at, d.round, a.status, a.try, d.attempts + 1,
        clock_timestamp() + a.retry_delay_ms * interval '1 millisecond', coalesce(a.retry_delay_ms > ${DEFER_MS}, false), a.attempted_at,
        a.duration_ms, a.status_code, a.error, a.response
      from json_to_recordset(${JSON.stringify(rows)}) as a (delivery_id uuid, created_at timestamptz, round integer,
        try integer, status text, retry_delay_ms float8, attempted_at timestamptz, duration_ms integer,
        status_code smallint, error text, response text)
      join lateral (
        select * from deliveries found
        where found.tenant_id = ${tx.tenantId} and found.id = a.delivery_id and found.created_at = a.created_at
        limit 1
      ) as d on d.round = a.round and d.tries = a.try - 1 and d.status = 'pending'
      where ${tx.mine('d')}
      on conflict (tenant_id, id, created_at) do update
      set status = excluded.status, tries = excluded.tries, attempts = excluded.attempts,
        next_attempt_at = excluded.next_attempt_at, is_deferred = excluded.is_deferred, attempted_at = excluded.attempted_at,
        duration_ms = excluded.duration_ms, status_code = excluded.status_code, error = excluded.error,
        response = excluded.response
      where t.round = excluded.round and t.tries = excluded.tries - 1 and t.status = 'pending'
      returning t.tenant_id, t.id, t.next_attempt_at, t.is_deferred, t.attempts, t.attempted_at, t.duration_ms, t.status_code, t.error, t.response
    ), failure as (
      insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code, error, response)
      select tenant_id, id, attempts, attempted_at, duration_ms, status_code, error, response
      from recorded where error is not null)
    select id, next_attempt_at, is_deferred from recorded`)
  return new Map(recorded.map((one) => [one.id, one]))
}

export type Turn = { webhookId: string; subjectId: string }

/**
 * The first that waits in each of these lines, where none is pending; the dispatcher makes jobs for them. First is who
 * stands first in the log: the id of a delivery carries the clock of the process that noted it, and clocks differ.
 */
export async function releaseNext(tx: Tx, turns: readonly Turn[]): Promise<void> {
  const first = (status: Sql): Sql => sql`
    select d.id, d.created_at from deliveries d
    where d.tenant_id = ${tx.tenantId} and d.webhook_id = turn.webhook_id and d.subject_id = turn.subject_id
      and d.status = ${status}
    order by d.event_xid, d.event_id limit 1`
  await tx.rows(sql`
    update deliveries t set status = 'pending', queued_at = null
    from (
      select distinct webhook_id, subject_id
      from unnest(${turns.map((turn) => turn.webhookId)}::uuid[], ${turns.map((turn) => turn.subjectId)}::uuid[])
        as given (webhook_id, subject_id)
    ) as turn, lateral (${first(sql`'waiting'`)}) as next
    where ${tx.mine('t')} and t.id = next.id and t.created_at = next.created_at
      -- Asked for each line: as a join it read everything pending.
      and (select pending.id from (${first(sql`'pending'`)}) as pending) is null`)
}

/** How many milliseconds ago a retry was requested last, by webhook. A group that is no webhook has none. */
export async function listRetried(
  tx: FeedTx,
  open: readonly { owner: string; group: string }[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; ago_ms: number }>(sql`
    select id, (extract(epoch from clock_timestamp() - retried_at) * 1000)::float8 as ago_ms from webhooks
    where tenant_id = any(${open.map(({ owner }) => owner)}::uuid[]) and id::text = any(${open.map(({ group }) => group)})
      and retried_at is not null`)
  return new Map(rows.map((row) => [row.id, row.ago_ms]))
}
