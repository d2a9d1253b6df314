// Replication slots of the server. They delay no event, but retain WAL and dead rows until their consumer has read them.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'

export type ReplicationSlot = { slot: string; is_active: boolean; retained_bytes: number | null }

/** So that a server with many slots does not create many time series. */
const MAX_SLOTS = 20

/** Those that retain most. */
export function listSlots(reader: Reader): Promise<ReplicationSlot[]> {
  return reader.rows<ReplicationSlot>(sql`
    select slot_name as slot, active as is_active,
      pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as retained_bytes
    from pg_replication_slots order by restart_lsn nulls last limit ${MAX_SLOTS}`)
}

export type IdleSlot = { slot_name: string; database: string | null; wal_bytes: number | null }

/** Without a consumer, a slot slows down the queue and everything else. */
export function listIdleSlots(owner: Reader): Promise<IdleSlot[]> {
  return owner.rows<IdleSlot>(sql`
    select slot_name, database, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as wal_bytes
    from pg_replication_slots where not active order by restart_lsn nulls last limit 5`)
}
