// Time partitions of the tables that grow with time: made ahead, and dropped whole when their time is over.
import type { Reader } from './reader.ts'
import { raw, sql } from './sql.ts'

const WEEKS_AHEAD = 8
/** Any constant does, as long as nothing else in this database uses it. */
const PARTITION_LOCK = 7_264_002

const PARTITIONED_TABLES = ['events', 'audit_entries', 'deliveries', 'delivery_attempts'] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

/** Several workers may keep house at once; each finds done what another did before it. */
export async function ensurePartitions(owner: Reader): Promise<number> {
  const [row] = await owner.rows<{ made: number }>(sql`
    with turn as materialized (select pg_advisory_xact_lock(${PARTITION_LOCK}))
    select sum(ensure_partitions(parent::regclass, ${WEEKS_AHEAD}))::int as made
    from turn, unnest(${PARTITIONED_TABLES}::text[]) as parent`)
  return row?.made ?? 0
}

/** A week goes when its last moment is older than the retention; the name carries its first day. */
export async function dropOldPartitions(
  owner: Reader,
  table: PartitionedTable,
  retentionMs: number | null,
): Promise<string[]> {
  if (retentionMs === null) return []
  const old = await owner.rows<{ name: string }>(sql`
    select c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 < now() - ${retentionMs} * interval '1 ms'`)
  for (const { name } of old) {
    if (!/^[a-z_]+_\d{8}$/.test(name)) throw new Error(`unexpected partition name ${name}`)
    await owner.rows(sql`drop table if exists ${raw(name)}`)
  }
  return old.map(({ name }) => name)
}
