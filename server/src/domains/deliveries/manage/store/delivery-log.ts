// SQL of deliveries as API clients see them. Nothing is sent here: a resend is requested in the row of the delivery, and
// the dispatcher creates the job.
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { EventRow } from '#events/envelope.ts'
import { firstUuidAt, timeOfUuid } from '#lib/uuid.ts'

export type DeliveryRow = {
  id: string
  webhook_id: string
  event_id: string
  event_type: string
  event_at: Date
  subject_id: string
  task_number: number | null
  status: 'waiting' | 'pending' | 'delivered' | 'failed' | 'canceled'
  attempts: number
  round: number
  next_attempt_at: Date | null
  attempted_at: Date | null
  duration_ms: number | null
  status_code: number | null
  error: string | null
  response: string | null
  created_at: Date
}

/**
 * What is about a comment or an attachment is about its task. Each of the three is found by an index of its own: under row security a
 * condition with a subquery in it is no way into one.
 */
const columns = sql`d.id, d.webhook_id, d.event_id, d.event_type, d.event_at, d.subject_id, d.status, d.attempts,
  d.round, d.next_attempt_at, d.attempted_at, d.duration_ms, d.status_code, d.error, d.response, d.created_at,
  coalesce(
    (select t.number from tasks t where t.tenant_id = d.tenant_id and t.id = d.subject_id),
    (select t.number from comments c join tasks t on t.tenant_id = c.tenant_id and t.id = c.task_id
      where c.tenant_id = d.tenant_id and c.id = d.subject_id),
    (select t.number from attachments a join tasks t on t.tenant_id = a.tenant_id and t.id = a.task_id
      where a.tenant_id = d.tenant_id and a.id = d.subject_id)
  )::int as task_number`

/** A delivery is created at the time of its id, which is how its partition is found. */
export function findDelivery(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<DeliveryRow | undefined> {
  return tx.row<DeliveryRow>(sql`
    select ${columns} from deliveries d
    where ${tx.mine('d')} and d.id = ${id} and d.created_at = ${timeOfUuid(id)}
    ${options.lock ? sql`for update` : empty}`)
}

export type DeliveryFilter = {
  statuses: readonly DeliveryRow['status'][] | undefined
  eventType: string | undefined
  since: Date | undefined
  until: Date | undefined
}

export type DeliveryPlace = { filter: DeliveryFilter; before: string | undefined; limit: number }

function matching({ filter, before }: DeliveryPlace): Sql[] {
  const { statuses, eventType, since, until } = filter
  return [
    ...(statuses ? [sql`d.status = any(${statuses}::text[])`] : []),
    ...(eventType ? [sql`d.event_type = ${eventType}`] : []),
    ...(since ? [sql`d.id >= ${firstUuidAt(since)} and d.created_at >= ${since}`] : []),
    ...(until ? [sql`d.id < ${firstUuidAt(until)} and d.created_at < ${until}`] : []),
    ...(before ? [sql`d.id < ${before} and d.created_at <= ${timeOfUuid(before)}`] : []),
  ]
}

/** Newest first. */
export function listDeliveries(
  tx: Tx,
  webhookId: string,
  place: DeliveryPlace,
): Promise<DeliveryRow[]> {
  const conditions = [tx.mine('d'), sql`d.webhook_id = ${webhookId}`, ...matching(place)]
  return tx.rows<DeliveryRow>(
    sql`
    select ${columns} from deliveries d
    where ${join(conditions, ' and ')}
    order by d.id desc
    limit ${place.limit}`,
    { usesCustomPlan: true },
  )
}

/** Newest first: of each webhook as many as are shown at most, by its own index, and of those the newest. */
export function listAllDeliveries(tx: Tx, place: DeliveryPlace): Promise<DeliveryRow[]> {
  const conditions = [sql`d.webhook_id = w.id`, ...matching(place)]
  return tx.rows<DeliveryRow>(
    sql`
    select ${columns}
    from webhooks w cross join lateral (
      select d.* from deliveries d
      where d.tenant_id = w.tenant_id and ${join(conditions, ' and ')}
      order by d.id desc
      limit ${place.limit}) as d
    where ${tx.mine('w')}
    order by d.id desc
    limit ${place.limit}`,
    { usesCustomPlan: true },
  )
}

/** Newest first: of the task and of each of its comments and attachments as many as are shown at most, and of those the newest. */
export function listTaskDeliveries(
  tx: Tx,
  taskId: string,
  webhookId: string | undefined,
  place: DeliveryPlace,
): Promise<DeliveryRow[]> {
  const conditions = [
    sql`d.subject_id = s.id`,
    ...(webhookId ? [sql`d.webhook_id = ${webhookId}`] : []),
    ...matching(place),
  ]
  return tx.rows<DeliveryRow>(
    sql`
    select ${columns}
    from (
      select ${taskId}::uuid as id union all
      select c.id from comments c where ${tx.mine('c')} and c.task_id = ${taskId} union all
      select a.id from attachments a where ${tx.mine('a')} and a.task_id = ${taskId}
    ) as s cross join lateral (
      select d.* from deliveries d
      where ${tx.mine('d')} and ${join(conditions, ' and ')}
      order by d.id desc
      limit ${place.limit}) as d
    order by d.id desc
    limit ${place.limit}`,
    { usesCustomPlan: true },
  )
}

/** Undefined when its time of retention is over. */
export function findEventOf(tx: Tx, { id }: DeliveryRow): Promise<EventRow | undefined> {
  return tx.row<EventRow>(sql`
    select e.id, e.type, e.actor, e.data::text as data, e.previous::text as previous, e.changed, e.occurred_at
    from deliveries d
    -- With its limit it is looked up; joined, all that the tenant has was read. The range of one makes the key of the
    -- tenant the better way in, and not the log of all tenants.
    join lateral (
      select * from events found
      where found.tenant_id = d.tenant_id and found.xid between d.event_xid and d.event_xid
        and found.id = d.event_id and found.occurred_at = d.event_at
      limit 1
    ) as e on true
    where ${tx.mine('d')} and d.id = ${id} and d.created_at = ${timeOfUuid(id)}`)
}

export type AttemptRow = {
  number: number
  at: Date
  duration_ms: number
  status_code: number | null
  error: string
  response: string | null
}

export function listAttempts(tx: Tx, deliveryId: string): Promise<AttemptRow[]> {
  return tx.rows<AttemptRow>(sql`
    select number, at, duration_ms, status_code, error, response from delivery_attempts
    where ${tx.mine()} and delivery_id = ${deliveryId} and at >= ${timeOfUuid(deliveryId)}
    order by number, at`)
}

export type NewDelivery = {
  id: string
  /** Null when this transaction writes the event. */
  event_xid: string | null
  event_id: string
  event_type: string
  event_at: Date
  subject_id: string
}

/** To be sent, or to wait for its turn. */
export async function insertDeliveries(
  tx: Tx,
  webhookId: string,
  status: 'pending' | 'waiting',
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const rows = deliveries.map((row) => ({ ...row, created_at: timeOfUuid(row.id) }))
  await tx.rows(sql`
    insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
      created_at)
    select ${tx.tenantId}, id, ${webhookId}, coalesce(event_xid, pg_current_xact_id()), event_id, event_type, event_at,
      subject_id, ${status}, created_at
    from json_to_recordset(${JSON.stringify(rows)}) as new (id uuid, event_xid xid8, event_id uuid, event_type text,
      event_at timestamptz, subject_id uuid, created_at timestamptz)`)
}
