// Finds the transaction that delays the event feed: the oldest one with a transaction ID, in any database of the server.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'

/**
 * The feed returns events below the oldest running transaction of the whole server, because one that commits late sorts
 * before newer ones. Transactions that have not written have no ID and delay nothing.
 */
export type LogBlocker = {
  kind: 'session' | 'prepared'
  database: string
  user: string
  /** Of a session. */
  pid: number | null
  application: string | null
  state: string | null
  query_started_at: Date | null
  /** Of a prepared transaction. */
  gid: string | null
  /** Null where this user may not see it. */
  open_ms: number | null
}

export async function findLogBlocker(owner: Reader): Promise<LogBlocker | undefined> {
  const [oldest] = await owner.rows<LogBlocker>(sql`
    select kind, database, "user", pid, application, state, query_started_at, gid,
      (extract(epoch from clock_timestamp() - since) * 1000)::float8 as open_ms
    from (
      select 'session' as kind, coalesce(datname, '') as database, coalesce(usename, '') as "user", pid,
        application_name as application, state, query_start as query_started_at, null as gid, xact_start as since,
        backend_xid as xid
      from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select 'prepared', database, owner, null, null, null, null, gid, prepared, transaction from pg_prepared_xacts
    ) as writing
    order by age(xid) desc limit 1`)
  return oldest
}

export function describeBlocker(blocker: LogBlocker): string {
  const { kind, database, user, pid, gid, application, state, query_started_at: at } = blocker
  const open =
    blocker.open_ms === null
      ? 'open for an unknown time'
      : `open for ${toSeconds(blocker.open_ms)} s`
  if (kind === 'prepared') {
    return `prepared transaction "${gid}" in database "${database}" (user ${user}, ${open})`
  }
  const query = at ? `, its last query started ${at.toISOString()}` : ''
  return `transaction of pid ${pid} in database "${database}" (user ${user}, application "${application ?? ''}", ${state ?? 'state hidden'}, ${open}${query})`
}

export function fixBlocker(blocker: LogBlocker): string {
  const { kind, pid, gid, database } = blocker
  if (kind === 'prepared') {
    const name = `'${gid?.replaceAll("'", "''")}'`
    return `In database "${database}" run: commit prepared ${name} or: rollback prepared ${name}. The program that prepared it should normally do that.`
  }
  const hidden =
    blocker.open_ms === null
      ? ' To see how long it has been open, grant pg_read_all_stats to the user of DATABASE_URL.'
      : ''
  return `Let it commit, or end it: select pg_terminate_backend(${pid}). To prevent this, set idle_in_transaction_session_timeout for that database, or run Task Service on a separate PostgreSQL server.${hidden}`
}

function toSeconds(ms: number): number {
  return Math.round(ms / 1_000)
}
