// SQL of what moved between the stages of the flow: of each step the newest tasks, grouped by where they came from and went.
import { statusEvents } from '@task-service/contract'
import { raw, type Sql, sql } from '#db/sql.ts'
import type { ReadOptions, Tx } from '#db/tenant-tx.ts'
import { firstUuidAt } from '#lib/uuid.ts'
import { MOVES } from './flow.ts'

export type FlowTimes = { since: Date; until: Date; recent: Date; hour: Date; hourEnd: Date }

/** `examined`: what was read for all rows together, never more than the limit. */
type Moved = { count: number; recent: number; examined: number; first_at: Date | null }
export type QueuedRow = Moved & { origin: string | null; source: string | null; queue: string }
export type ClaimedRow = Moved & { queue: string; delegate: string | null }
export type FinishedRow = Moved & {
  origin: string | null
  delegate: string | null
  state: 'pending' | 'rejected' | 'confirmed'
  /** Confirmed in the last minute, and in the last full hour. */
  recent_confirmed: number
  hour_confirmed: number
}

const expensive: ReadOptions = { usesCustomPlan: true, isExpensive: true }

/** The integration that a task came from. Most documents are not read: a task without a link came from none. */
const originOf = (tx: Tx) => sql`
  case when exists (select from links l where ${tx.mine('l')} and l.task_id = t.id and l.state <> 'gone')
    then without_nul(t.doc) #>> '{origin,integration_id}' end`

/** The creation time is in the ID. */
const idTime = (column: Sql) => sql`to_timestamp(
  ('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`

export function listQueued(tx: Tx, times: FlowTimes, most: number): Promise<QueuedRow[]> {
  return tx.rows<QueuedRow>(
    sql`
    select origin, source, queue, count(*)::int as count,
      (count(*) filter (where id >= ${firstUuidAt(times.recent)}))::int as recent,
      (sum(count(*)) over ())::int as examined, ${idTime(sql`(array_agg(id order by id))[1]`)} as first_at
    from (
      select t.id, t.source, t.queue, ${originOf(tx)} as origin from tasks t
      where ${tx.mine('t')} and t.id >= ${firstUuidAt(times.since)} and t.id < ${firstUuidAt(times.until)}
      order by t.id desc limit ${most}) as newest
    group by origin, source, queue`,
    expensive,
  )
}

/** With its limit a task is looked up by its ID; joined, all tasks of the tenant would be read. */
const lookUp = (tx: Tx, columns: Sql, condition: Sql) => sql`
  join lateral (
    select ${columns} from tasks t where ${tx.mine('t')} and t.id = moved.subject_id ${condition} limit 1
  ) as task on true`

/** By agents, whose short runs leave no other trace, and by people. A run that was started later is in both. */
function claims(tx: Tx, from: Date, until: Date, most: number): Sql {
  return sql`
    (select w.task_id as subject_id, w.created_at as at, w.agent from runs w
      where ${tx.mine('w')} and w.id >= ${firstUuidAt(from)} and w.id < ${firstUuidAt(until)}
      order by w.id desc limit ${most})
    union all
    (select subject_id, at, null from audit_entries
      where ${tx.mine()} and action in (${MOVES}) and action = ${raw(`'${statusEvents.in_progress}'`)}
        and at >= ${from} and at < ${until}
      order by at desc limit ${most})`
}

export function listClaimed(tx: Tx, times: FlowTimes, most: number): Promise<ClaimedRow[]> {
  return tx.rows<ClaimedRow>(
    sql`
    select task.queue, coalesce(moved.agent, task.delegate) as delegate, count(*)::int as count,
      (count(*) filter (where moved.at >= ${times.recent}))::int as recent, max(moved.examined) as examined,
      min(moved.at) as first_at
    from (
      select subject_id, max(at) as at, max(agent) as agent,
        (greatest(sum(count(*) filter (where agent is not null)) over (),
          sum(count(*) filter (where agent is null)) over ()))::int as examined
      from (${claims(tx, times.since, times.until, most)}) as newest
      group by subject_id) as moved
    ${lookUp(tx, sql`t.queue, t.delegate`, sql``)}
    group by 1, 2`,
    expensive,
  )
}

/** A task that was completed twice counts once, at its last time. */
function newestCompleted(tx: Tx, times: FlowTimes, most: number): Sql {
  return sql`
    select subject_id, max(at) as at, (sum(count(*)) over ())::int as examined from (
      select subject_id, at from audit_entries
      where ${tx.mine()} and action in (${MOVES}) and action = ${raw(`'${statusEvents.completed}'`)}
        and at >= ${times.since} and at < ${times.until}
      order by at desc limit ${most}) as newest
    group by subject_id`
}

/** Rejected is what was not confirmed and whose last write-back failed; comments do not confirm anything. */
export function listFinished(tx: Tx, times: FlowTimes, most: number): Promise<FinishedRow[]> {
  const lastWrite = sql`(
    select w.state from write_backs w
    where ${tx.mine('w')} and w.task_id = moved.subject_id and w.kind <> 'comment'
    order by w.id desc limit 1)`
  const columns = sql`t.delegate, ${originOf(tx)} as origin, t.doc`
  return tx.rows<FinishedRow>(
    sql`
    select origin, delegate, state, count(*)::int as count,
      (count(*) filter (where at >= ${times.recent}))::int as recent,
      (count(*) filter (where settled_at >= ${times.recent}))::int as recent_confirmed,
      (count(*) filter (where settled_at >= ${times.hour} and settled_at < ${times.hourEnd}))::int as hour_confirmed,
      max(examined) as examined, min(at) as first_at
    from (
      select task.origin, task.delegate, confirmation.settled_at, moved.at, moved.examined,
        case
          when task.origin is null or confirmation.settled_at is not null then 'confirmed'
          when ${lastWrite} in ('failed', 'conflict') then 'rejected'
          else 'pending'
        end as state
      from (${newestCompleted(tx, times, most)}) as moved
      ${lookUp(tx, columns, sql`and t.status = 'completed'`)}
      cross join lateral (
        select case when task.origin is not null then (without_nul(task.doc) #>> '{settled_at}')::timestamptz end as settled_at
        -- Without it the document would be read once for each use.
        offset 0
      ) as confirmation) as finished
    group by origin, delegate, state`,
    expensive,
  )
}

export type RateRow = { created: number; claimed: number; completed: number }

export async function countHour(
  tx: Tx,
  { hour, hourEnd }: FlowTimes,
  most: number,
): Promise<RateRow> {
  const [row] = await tx.rows<RateRow>(
    sql`
    select (select count(*)::int from tasks t
        where ${tx.mine('t')} and t.id >= ${firstUuidAt(hour)} and t.id < ${firstUuidAt(hourEnd)}) as created,
      (select count(distinct subject_id)::int
        from (${claims(tx, hour, hourEnd, most)}) as claimed) as claimed,
      (select count(*)::int from audit_entries
        where ${tx.mine()} and action in (${MOVES}) and action = ${raw(`'${statusEvents.completed}'`)}
          and at >= ${hour} and at < ${hourEnd}) as completed`,
    expensive,
  )
  return row ?? { created: 0, claimed: 0, completed: 0 }
}

export type LevelRow = { name: string; count: number }

/** From one queue to the next, so that each costs one look however many tasks it has; then so many of each. */
export function listReadyQueues(
  tx: Tx,
  limits: { queues: number; tasks: number },
): Promise<LevelRow[]> {
  const next = (condition: Sql) => sql`(
    select t.queue from tasks t where ${tx.mine('t')} ${condition} order by t.queue limit 1)`
  return tx.rows<LevelRow>(
    sql`
    with recursive walk (name, place) as (
      select ${next(sql``)}, 1
      union all
      select ${next(sql`and t.queue > walk.name`)}, place + 1
      from walk where name is not null and place < ${limits.queues})
    select walk.name, counted.count from walk, lateral (
      select count(*)::int as count from (
        select from tasks t where ${tx.mine('t')} and t.queue = walk.name and t.status = 'ready'
        limit ${limits.tasks}) as few) as counted
    where walk.name is not null and counted.count > 0`,
    expensive,
  )
}

export function listWorking(
  tx: Tx,
  most: number,
): Promise<{ delegate: string | null; count: number }[]> {
  return tx.rows(
    sql`
    select delegate, count(*)::int as count from (
      select t.delegate from tasks t where ${tx.mine('t')} and t.status = 'in_progress' limit ${most}) as few
    group by delegate`,
    expensive,
  )
}

/** In the index of these tasks. */
export async function countUnconfirmed(tx: Tx, most: number): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`
    select count(*)::int as count from (
      select from tasks t
      where ${tx.mine('t')} and t.status = 'completed' and (without_nul(t.doc) #>> '{settled_at}') is null
        and (without_nul(t.doc) #>> '{origin,integration_id}') is not null
        and exists (select from links l where ${tx.mine('l')} and l.task_id = t.id and l.state <> 'gone')
      limit ${most}) as few`,
    expensive,
  )
  return row?.count ?? 0
}

export type SourceRow = { id: string; name: string; is_held: boolean }

/** Held: nothing is sent until someone resumes or repairs it, or its connector is back. */
export function listSources(tx: Tx, silentSince: Date, limit: number): Promise<SourceRow[]> {
  return tx.rows<SourceRow>(sql`
    select i.id, i.name, i.paused or i.problem is not null or exists (
      select from connectors c
      where ${tx.mine('c')} and 'con_' || replace(c.id::text, '-', '') = i.config ->> 'connector'
        and (c.paused or c.revoked_at is not null or c.frozen_at is not null
          or c.last_seen_at is null or c.last_seen_at < ${silentSince})) as is_held
    from integrations i where ${tx.mine('i')} order by i.id limit ${limit}`)
}
