// Time partitions of the tables that grow with time: created weeks in advance, and dropped whole when they expire.
import { codeOf, WRONG_OBJECT_TYPE } from '#lib/database-failure.ts'
import { MAINTENANCE_LOCK_TIMEOUT_MS, retryLock } from './operate/lock-retry.ts'
import type { Reader } from './reader.ts'
import { raw, sql } from './sql.ts'

/** A dump that runs for days, or a worker that is down, delays new partitions; this leaves time to create them later. */
const WEEKS_AHEAD = 8

const PARTITIONED_TABLES = ['events', 'audit_entries', 'deliveries', 'delivery_attempts'] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

export function isPartitioned(table: string): table is PartitionedTable {
  return PARTITIONED_TABLES.some((one) => one === table)
}

/** A session that holds a lock for long, usually pg_dump, blocked maintenance of a table. */
export class PartitionsLocked extends Error {
  override readonly name = 'PartitionsLocked'

  constructor(doing: 'attach' | 'drop', partitions: readonly string[]) {
    super(
      `Could not ${doing} ${partitions.join(', ')}: the table stayed locked for longer than ${MAINTENANCE_LOCK_TIMEOUT_MS} ms at every attempt, usually by pg_dump. Maintenance tries again in its next round; to see who holds the lock: select * from pg_locks where relation = '${partitions[0]?.replace(/_\d{8}$/, '')}_default'::regclass`,
    )
  }
}

type Missing = { parent: PartitionedTable; week: string; name: string }

/** A regular table has the name of a partition and cannot be replaced: an operator has to decide. */
export class LeftoverTables extends Error {
  override readonly name = 'LeftoverTables'

  constructor(reasons: readonly string[]) {
    super(
      `Could not create partitions: ${reasons.join('; ')}. Their rows go into the default partition until the table is attached, renamed or dropped.`,
    )
  }
}

/**
 * Each partition in its own transaction, so that a lock is held only while one is attached. A session that locks one week
 * of a table locks the others too, so they wait for the next run; other tables get their partitions.
 */
export async function ensurePartitions(maintenance: Reader, signal?: AbortSignal): Promise<number> {
  let made = 0
  const locked = new Map<PartitionedTable, string>()
  const leftovers: string[] = []
  for (const { parent, week, name } of await listMissing(maintenance)) {
    if (locked.has(parent)) continue
    if (signal?.aborted) return made
    const added = await retryLock(() => addPartition(maintenance, parent, week), signal)
    if (added === undefined) locked.set(parent, name)
    else if (typeof added === 'string') leftovers.push(added)
    else if (added) made++
  }
  if (signal?.aborted) return made
  if (leftovers.length > 0) throw new LeftoverTables(leftovers)
  if (locked.size > 0) throw new PartitionsLocked('attach', [...locked.values()])
  return made
}

/** The reason, where a leftover table has its name. */
async function addPartition(
  maintenance: Reader,
  parent: PartitionedTable,
  week: string,
): Promise<boolean | string> {
  try {
    const [row] = await maintenance.rows<{ added: boolean }>(
      sql`select add_partition(${parent}::regclass, ${week}::date) as added`,
    )
    return row?.added === true
  } catch (error) {
    if (codeOf(error) !== WRONG_OBJECT_TYPE || !(error instanceof Error)) throw error
    return error.message
  }
}

/** Missing means not attached: a separate table of that name receives no rows. */
function listMissing(maintenance: Reader): Promise<Missing[]> {
  return maintenance.rows<Missing>(sql`
    select parent, week::text as week, name
    from unnest(${PARTITIONED_TABLES}::text[]) as parent,
      generate_series(0, ${WEEKS_AHEAD}::int) as ahead,
      lateral (select date_trunc('week', now() at time zone 'utc')::date + ahead * 7 as week) as w,
      lateral (select parent || '_' || to_char(week, 'YYYYMMDD') as name) as n
    where not exists (
      select from pg_inherits i where i.inhrelid = to_regclass(name) and i.inhparent = parent::regclass)
    order by week, parent`)
}

/**
 * A week is dropped when its last moment is older than the retention; the name contains its first day. The drop locks the
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
    // The others share its parent: a lock on it blocks them all.
    if (!done) throw new PartitionsLocked('drop', [name])
    dropped.push(name)
  }
  return dropped
}
