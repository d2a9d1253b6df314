// SQL of how tasks flow: when they were created, and when they moved from one status to another.
import { type EventType, statusEvents } from '@task-service/contract'
import { raw, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { firstUuidAt } from '#lib/uuid.ts'
import type { PlaceCount, Range } from '../range.ts'

const REOPENED: EventType = 'task.reopened'

/** Literals and not parameters: by them PostgreSQL knows the index of moves. */
export const MOVES = raw(
  [...Object.values(statusEvents), REOPENED].map((action) => `'${action}'`).join(', '),
)

function bounds({ before, buckets }: Range): Date[] {
  return [before, ...buckets]
}

/** The id of a task tells when it was created, so its primary key is all there is to read. */
export function countArrivals(tx: Tx, range: Range): Promise<PlaceCount[]> {
  return tx.rows<PlaceCount>(
    sql`
    select width_bucket(t.id, ${bounds(range).map(firstUuidAt)}::uuid[]) as place, count(*)::int as count
    from tasks t
    where ${tx.mine('t')} and t.id >= ${firstUuidAt(range.before)} and t.id < ${firstUuidAt(range.until)}
    group by 1`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

export type MoveCount = PlaceCount & { action: EventType }

export function countMoves(tx: Tx, range: Range): Promise<MoveCount[]> {
  return tx.rows<MoveCount>(
    sql`
    select width_bucket(at, ${bounds(range)}::timestamptz[]) as place, action, count(*)::int as count
    from audit_entries
    where ${tx.mine()} and action in (${MOVES}) and at >= ${range.before} and at < ${range.until}
    group by 1, 2`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

function newestCompleted(tx: Tx, range: Range, most: number): Sql {
  return sql`
    select subject_id, at from audit_entries
    where ${tx.mine()} and action in (${MOVES}) and action = ${statusEvents.completed}
      and at >= ${range.since} and at < ${range.until}
    order by at desc limit ${most}`
}

export type CompletionTimes = {
  /** 2 is the first bucket; null for all of them together. */
  place: number | null
  p25: number
  median: number
  p90: number
}

const percentile = (share: number) =>
  sql`percentile_disc(${share}::float8) within group (order by ms)::float8`

/** Of the newest ones, by bucket and together; the ID tells when a task was created. */
export function listCompletionTimes(
  tx: Tx,
  range: Range,
  most: number,
): Promise<CompletionTimes[]> {
  return tx.rows<CompletionTimes>(
    sql`
    select place, ${percentile(0.25)} as p25, ${percentile(0.5)} as median, ${percentile(0.9)} as p90
    from (
      select width_bucket(at, ${bounds(range)}::timestamptz[]) as place,
        extract(epoch from at) * 1000
          - ('x' || left(replace(subject_id::text, '-', ''), 12))::bit(48)::bigint as ms
      from (${newestCompleted(tx, range, most)}) as completed) as taken
    group by grouping sets ((place), ())
    having count(*) > 0`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

export type CompletedCount = { assignee: string | null; delegate: string | null; count: number }

/** By whom the newest ones were done, as far as they still exist. */
export function countCompletedByWorker(
  tx: Tx,
  range: Range,
  most: number,
): Promise<CompletedCount[]> {
  return tx.rows<CompletedCount>(
    sql`
    select worker.assignee, worker.delegate, count(*)::int as count
    from (${newestCompleted(tx, range, most)}) as completed
    -- With its limit it is looked up one by one; joined, all tasks of the tenant were read.
    join lateral (
      select t.assignee, t.delegate from tasks t where ${tx.mine('t')} and t.id = completed.subject_id limit 1
    ) as worker on true
    where worker.assignee is not null or worker.delegate is not null
    group by grouping sets ((worker.assignee), (worker.delegate))`,
    { usesCustomPlan: true, isExpensive: true },
  )
}
