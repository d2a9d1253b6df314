// The order of a queue as one number per task, stamped when the task becomes claimable. Nothing is rewritten as time passes:
// a task of a lower priority is overtaken only by tasks that arrive within its head start.
import { type Sql, sql } from '#db/sql.ts'

/** How long an urgent task is ahead of one that is a priority lower, unless the queue says otherwise. */
export const AGING_SECONDS = 1_200
/**
 * The distance between two tasks of the same fairness key. Large against the time between two claims, so that each key has
 * one task in every round, however many of its tasks are waiting.
 */
export const FAIRNESS_STEP_SECONDS = 60

export const MICROSECONDS = 1_000_000

/**
 * Common table expressions that end with `stamped`: the rows of `source` with their `turn`, which is null unless the task is
 * ready, due and not blocked. `source` has the columns of a task and `place`, the order of the rows.
 */
export function stampTurns(source: Sql, hasKeys: boolean): Sql {
  const base = sql`((extract(epoch from greatest(updated_at, not_before))
    + (priority - 1) * coalesce((select q.aging_seconds from queues q
        where q.tenant_id = i.tenant_id and q.name = i.queue), ${AGING_SECONDS}::integer))
    * ${MICROSECONDS}::integer)::bigint`
  const isReady = sql`status = 'ready' and is_blocked is not true and (not_before is null or not_before <= updated_at)`
  if (!hasKeys) {
    return sql`stamped as materialized (
      select i.*, case when ${isReady} then ${base} end as turn from ${source} i
    )`
  }
  const step = sql`${FAIRNESS_STEP_SECONDS * MICROSECONDS}::bigint`
  // Inserts of a tenant hold its counter, so they do not wait for each other at the row of a key.
  return sql`based as materialized (
      select i.*, case when ${isReady} then ${base} end as base from ${source} i
    ), counted as materialized (
      select based.*, row_number() over same_key as nth, count(*) over (partition by tenant_id, queue, fairness_key, priority,
        base is null) as same from based
      window same_key as (partition by tenant_id, queue, fairness_key, priority, base is null order by place)
    ), last_turn as (
      insert into fairness_turns as f (tenant_id, queue, key, priority, turn, added, updated_at)
      select tenant_id, queue, fairness_key, priority, max(base) + (count(*) - 1) * ${step}, count(*), max(updated_at)
      from counted where fairness_key is not null and base is not null
      group by tenant_id, queue, fairness_key, priority
      order by tenant_id, queue, fairness_key, priority
      on conflict (tenant_id, queue, key, priority) do update
        set turn = greatest(f.turn + excluded.added * ${step}, excluded.turn), added = excluded.added,
          updated_at = excluded.updated_at
      returning tenant_id, queue, key, priority, turn
    ), stamped as materialized (
      select counted.*, case when base is null then null
        else coalesce(last_turn.turn - (same - nth) * ${step}, base) end as turn
      from counted left join last_turn on last_turn.tenant_id = counted.tenant_id and last_turn.queue = counted.queue
        and last_turn.key = counted.fairness_key and last_turn.priority = counted.priority
    )`
}
