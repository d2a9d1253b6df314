// Time partitions of the tables that grow with time: made weeks ahead, and dropped whole when their time is over.
import { MAINTENANCE_LOCK_TIMEOUT_MS, retryLock } from './operate/lock-retry.ts'
import type { Reader } from './reader.ts'
import { raw, sql } from './sql.ts'

/** A dump that runs for days, or a worker that is down, delays new partitions; there is time to make them later. */
const WEEKS_AHEAD = 8

const PARTITIONED_TABLES = ['events', 'audit_entries', 'deliveries', 'delivery_attempts'] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

export function isPartitioned(table: string): table is PartitionedTable {
  return PARTITIONED_TABLES.some((one) => one === table)
}

/** A session that keeps a lock for long, usually pg_dump, kept maintenance from a table. */
export class PartitionsLocked extends Error {
  override readonly name = 'PartitionsLocked'

  constructor(doing: 'attach' | 'drop', partitions: readonly string[]) {
    super(
      `Could not ${doing} ${partitions.join(', ')}: the table stayed locked for longer than ${MAINTENANCE_LOCK_TIMEOUT_MS} ms at every attempt, usually by pg_dump. Maintenance tries again in its next round; to see who holds the lock: select * from pg_locks where relation = '${partitions[0]?.replace(/_\d{8}$/, '')}_default'::regclass`,
    )
  }
}

type Missing = { parent: PartitionedTable; week: string; name: string }

/** Each partition in a transaction of its own, so that a lock is held only while one is attached. */
export async function ensurePartitions(maintenance: Reader, signal?: AbortSignal): Promise<number> {
  let made = 0
  const locked: string[] = []
  for (const { parent, week, name } of await listMissing(maintenance)) {
    if (signal?.aborted) return made
    const added = await retryLock(async () => {
      const [row] = await maintenance.rows<{ added: boolean }>(
        sql`select add_partition(${parent}::regclass, ${week}::date) as added`,
      )
      return row?.added === true
    }, signal)
    if (added === undefined) locked.push(name)
    else if (added) made++
  }
  if (locked.length > 0 && !signal?.aborted) throw new PartitionsLocked('attach', locked)
  return made
}

function listMissing(maintenance: Reader): Promise<Missing[]> {
  return maintenance.rows<Missing>(sql`
    select parent, week::text as week, name
    from unnest(${PARTITIONED_TABLES}::text[]) as parent,
      generate_series(0, ${WEEKS_AHEAD}::int) as ahead,
      lateral (select date_trunc('week', now() at time zone 'utc')::date + ahead * 7 as week) as w,
      lateral (select parent || '_' || to_char(week, 'YYYYMMDD') as name) as n
    where to_regclass(name) is null
    order by week, parent`)
}

/**
 * A week goes when its last moment is older than the retention; the name carries its first day. The drop locks the
 * parent for a moment: `detach … concurrently` is not allowed beside a default partition.
 */
export async function dropOldPartitions(
  maintenance: Reader,
  table: PartitionedTable,
  retentionMs: number | null,
  signal?: AbortSignal,
): Promise<string[]> {
  if (retentionMs === null) return []
  const old = await maintenance.rows<{ name: string }>(sql`
    select c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 < now() - ${retentionMs} * interval '1 ms'
    order by 1`)
  const dropped: string[] = []
  for (const { name } of old) {
    if (!/^[a-z_]+_\d{8}$/.test(name)) throw new Error(`unexpected partition name ${name}`)
    const done = await retryLock(async () => {
      await maintenance.rows(sql`drop table if exists ${raw(name)}`)
      return true
    }, signal)
    if (signal?.aborted) return dropped
    // The others share its parent: what keeps one locked keeps all.
    if (!done) throw new PartitionsLocked('drop', [name])
    dropped.push(name)
  }
  return dropped
}
