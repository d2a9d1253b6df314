// The check of `doctor` on replication: whether acknowledged writes survive the loss of the primary.
import type { Database } from '#db/database.ts'
import { sql } from '#db/sql.ts'
import type { Finding } from './finding.ts'
import { isOldPatroni, type PatroniFacts, readPatroni } from './patroni.ts'

/** What the database says about its replication. */
export type Replication = {
  /** Connected; a user without pg_read_all_stats sees how many, but not how far they are. */
  standbys: number
  synchronous_standby_names: string
  synchronous_commit: string
  /** Patroni passes this setting on the command line; packages and operators write it into a file. */
  is_patroni: boolean
  /** Of the server itself, not of a proxy in front of it; null for a socket. */
  address: string | null
}

const CHECK = 'standbys'
const GUIDE = 'docs/guide/high-availability.md'
/** With these, a commit does not wait for a standby. */
const LOCAL_COMMITS = new Set(['off', 'local'])

export async function checkStandbys(db: Pick<Database, 'owner'>): Promise<Finding> {
  const [row] = await db.owner.rows<Replication>(sql`
    select (select count(*)::int from pg_stat_replication) as standbys,
      current_setting('synchronous_standby_names') as synchronous_standby_names,
      current_setting('synchronous_commit') as synchronous_commit,
      exists (select from pg_settings
        where name = 'cluster_name' and setting <> '' and source = 'command line') as is_patroni,
      host(inet_server_addr()) as address`)
  if (!row) return { check: CHECK, state: 'ok', detail: 'none' }
  const { is_patroni, address } = row
  return judgeReplication(row, is_patroni && address !== null ? await readPatroni(address) : null)
}

/** `patroni`: null if its REST API did not respond, or there is none. */
export function judgeReplication(row: Replication, patroni: PatroniFacts | null): Finding {
  if (patroni && isOldPatroni(patroni.version)) {
    return warn(
      `Patroni ${patroni.version} loses acknowledged writes after a partition, even in strict synchronous mode`,
      `Install Patroni 4.1 or newer, which Debian 12 does not have: ${GUIDE}`,
    )
  }
  const isSynchronous = row.synchronous_standby_names !== ''
  if (isSynchronous && LOCAL_COMMITS.has(row.synchronous_commit)) {
    return warn(
      `there are synchronous standbys, but synchronous_commit is ${row.synchronous_commit}, so commits do not wait for them`,
      'Set synchronous_commit to on.',
    )
  }
  if (!isSynchronous && (row.standbys > 0 || row.is_patroni)) {
    return warn(
      `${row.standbys} connected, none synchronous: a failover can lose acknowledged writes`,
      row.is_patroni
        ? `Set synchronous_mode and synchronous_mode_strict with patronictl edit-config: ${GUIDE}`
        : `Set synchronous_standby_names: ${GUIDE}`,
    )
  }
  if (patroni?.strict === false) {
    return warn(
      'Patroni acknowledges writes without a standby when none is connected, and a failover can then lose them',
      `Set synchronous_mode_strict with patronictl edit-config: ${GUIDE}`,
    )
  }
  return { check: CHECK, state: 'ok', detail: describe(row, patroni) }
}

function describe(
  { standbys, synchronous_standby_names, is_patroni }: Replication,
  patroni: PatroniFacts | null,
): string {
  if (standbys === 0 && synchronous_standby_names === '') return 'none'
  const connected = `${standbys} connected, commits wait for ${synchronous_standby_names}`
  if (patroni) return `${connected} (Patroni ${patroni.version})`
  return is_patroni
    ? `${connected} (Patroni, version unknown: no response on port 8008)`
    : connected
}

const warn = (detail: string, fix: string): Finding => ({
  check: CHECK,
  state: 'warn',
  detail,
  fix,
})
