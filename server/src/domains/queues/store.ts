// SQL of queues: every statement bounds the rows that it reads.
import type { Reader } from '#db/reader.ts'
import { type Sql, sql } from '#db/sql.ts'
import type { ReadOptions, Tx } from '#db/tenant-tx.ts'
import { firstUuidAt } from '#lib/uuid.ts'
import type { HourCount, Period } from './hours.ts'

export type SettingsRow = {
  name: string
  description: string
  aging_seconds: number
  target_seconds: number | null
  version: number
}

/** At most this many entries, and as many tasks without one, are counted per queue. */
const COUNTED_MAX = 10_001
/** Live runs of the tenant. */
const RUNS_MAX = 50_000

const expensive: ReadOptions = { usesCustomPlan: true, isExpensive: true }

const columns = sql`c.name, c.description, c.aging_seconds, c.target_seconds, c.version`

export function findSettings(tx: Tx, name: string): Promise<SettingsRow | undefined> {
  return tx.row<SettingsRow>(sql`
    select ${columns} from queues c where ${tx.mine('c')} and c.name = ${name}`)
}

export function listSettings(tx: Tx, limit: number): Promise<SettingsRow[]> {
  return tx.rows<SettingsRow>(sql`
    select ${columns} from queues c where ${tx.mine('c')} order by c.name limit ${limit}`)
}

/** There may be no row to lock. Held until the transaction ends; no Idempotency-Key has a space, so its locks are others. */
export async function lockSettings(tx: Tx, name: string): Promise<void> {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} queue ${name}`}, 0))`)
}

export async function saveSettings(tx: Tx, row: SettingsRow, now: Date): Promise<void> {
  await tx.rows(sql`
    insert into queues (tenant_id, name, description, aging_seconds, target_seconds, version, created_at, updated_at)
    values (${tx.tenantId}, ${row.name}, ${row.description}, ${row.aging_seconds}, ${row.target_seconds}, ${row.version},
      ${now}, ${now})
    on conflict (tenant_id, name) do update set description = excluded.description, aging_seconds = excluded.aging_seconds,
      target_seconds = excluded.target_seconds, version = excluded.version, updated_at = excluded.updated_at`)
}

/** Goes from one name to the next instead of reading all entries of a queue. */
const nextName = (tx: Tx, condition: Sql) => sql`(
  select e.queue from queue_entries e where ${tx.mine('e')} ${condition} order by e.queue limit 1)`

/** Names of queues with an entry or a live run. */
export async function listNames(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    sql`
    with recursive walk (name) as (
      select ${nextName(tx, sql``)}
      union all
      select ${nextName(tx, sql`and e.queue > walk.name`)} from walk where walk.name is not null
    ), entered as (
      select name from walk where name is not null limit ${limit}
    ), live as (
      select w.queue from runs w where ${tx.mine('w')} and w.ended_at is null limit ${RUNS_MAX}
    )
    select name from entered union select queue from live order by name limit ${limit}`,
    expensive,
  )
  return rows.map(({ name }) => name)
}

export type LoadRow = {
  name: string
  ready: number
  scheduled: number
  oldest_ready_at: Date | null
  working_runs: number
  parked_runs: number
  agents: number
}

/**
 * The oldest entry is looked for among those that are counted, in the order of their turns. A ready task that is claimed
 * keeps its turn, unless it was changed since: hence the question for its run.
 */
export function measureQueues(tx: Tx, names: readonly string[]): Promise<LoadRow[]> {
  return tx.rows<LoadRow>(
    sql`
    with live as materialized (
      select w.queue, w.state from runs w where ${tx.mine('w')} and w.ended_at is null limit ${RUNS_MAX}
    ), run as materialized (
      select live.queue, (count(*) filter (where live.state = 'working'))::int as working,
        (count(*) filter (where live.state = 'parked'))::int as parked
      from live group by live.queue
    )
    select wanted.name, entry.ready, entry.oldest as oldest_ready_at, unqueued.scheduled,
      coalesce(run.working, 0) as working_runs, coalesce(run.parked, 0) as parked_runs,
      (select count(*)::int from agents c where ${tx.mine('c')} and wanted.name = any(c.queues)) as agents
    from unnest(${names}::text[]) as wanted (name)
    cross join lateral (
      select count(*)::int as ready, min(counted.queued_at) as oldest from (
        select e.queued_at from queue_entries e where ${tx.mine('e')} and e.queue = wanted.name
        order by e.delegate, e.turn limit ${COUNTED_MAX}) counted) entry
    cross join lateral (
      select count(*)::int as scheduled from (
        select from tasks t
        where ${tx.mine('t')} and t.queue = wanted.name and t.turn is null and t.status = 'ready'
          and not exists (select from runs w
            where ${tx.mine('w')} and w.task_id = t.id and w.ended_at is null)
        limit ${COUNTED_MAX}) counted) unqueued
    left join run on run.queue = wanted.name`,
    expensive,
  )
}

export type History = {
  counts: HourCount[]
  waits: { median: number | null; p95: number | null; count: number }
  /** Runs of all queues that were looked at. */
  examined: number
}

type HistoryRow =
  | (HourCount & { median: null; p95: null })
  | {
      kind: 'waited' | 'examined'
      hour: null
      count: number
      median: number | null
      p95: number | null
    }

const hourOf = (column: Sql) => sql`date_trunc('hour', ${column}, 'UTC')`

/** The newest runs that were started in this time, by their IDs, which contain it. */
export async function readHistory(
  tx: Tx,
  name: string,
  { start, end }: Period,
  limit: number,
): Promise<History> {
  const rows = await tx.rows<HistoryRow>(
    sql`
    with examined as materialized (
      select w.queue, w.state, w.created_at, w.ended_at, w.waited_ms from runs w
      where ${tx.mine('w')} and w.id >= ${firstUuidAt(start)} and w.id < ${firstUuidAt(end)}
      order by w.id desc limit ${limit}
    ), run as materialized (
      select state, created_at, ended_at, waited_ms from examined where queue = ${name}
    )
    select 'claimed' as kind, ${hourOf(sql`created_at`)} as hour, count(*)::int as count,
      null::float8 as median, null::float8 as p95
    from run group by 2
    union all
    select state, ${hourOf(sql`ended_at`)}, count(*)::int, null, null
    from run where state in ('completed', 'expired') group by 1, 2
    union all
    select 'waited', null, count(*)::int, percentile_disc(0.5) within group (order by waited_ms)::float8,
      percentile_disc(0.95) within group (order by waited_ms)::float8
    from run
    union all
    select 'examined', null, count(*)::int, null, null from examined`,
    expensive,
  )
  const waited = rows.find(({ kind }) => kind === 'waited')
  return {
    counts: rows.filter((row): row is HourCount & { median: null; p95: null } => row.hour !== null),
    waits: {
      median: waited?.median ?? null,
      p95: waited?.p95 ?? null,
      count: waited?.count ?? 0,
    },
    examined: rows.find(({ kind }) => kind === 'examined')?.count ?? 0,
  }
}

export type LiveRuns = { working: number; parked: number }

/** Of all tenants, for the metrics. */
export async function countLiveRuns(feed: Reader): Promise<LiveRuns> {
  const [row] = await feed.rows<LiveRuns>(sql`
    select (count(*) filter (where w.state = 'working'))::int as working,
      (count(*) filter (where w.state = 'parked'))::int as parked
    from runs w where w.ended_at is null`)
  return row ?? { working: 0, parked: 0 }
}
