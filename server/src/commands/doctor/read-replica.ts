// The check of `doctor` on the read replica: whether it can be used, and whether its settings let it be.
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { withClient } from '#db/operate/with-client.ts'
import { askPosition, orderOf } from '#db/replica/position.ts'
import { identify, identifyClient, refuseOther } from '#db/replica/replica-identity.ts'
import { ReplicaRefused } from '#db/replica/replica-options.ts'
import { findDatabaseCause } from '../database-cause.ts'
import type { Finding } from './finding.ts'

const CHECK = 'read replica'
const GUIDE = 'docs/guide/scale.md'

export type ReplicaFacts = {
  recovering: boolean
  replayed: string | null
  timeline: number
  feedback: boolean
  /** The longest time that queries of the replica may stop the replay. */
  delay: string
}

const facts = `
  select pg_is_in_recovery() as recovering, pg_last_wal_replay_lsn()::text as replayed,
    greatest((select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
    current_setting('hot_standby_feedback') = 'on' as feedback,
    current_setting('max_standby_streaming_delay') as delay`

export async function checkReadReplica(
  db: Pick<Database, 'owner'>,
  { database: { replica } }: Pick<Config<'database'>, 'database'>,
): Promise<Finding> {
  if (!replica) return { check: CHECK, state: 'ok', detail: 'none' }
  const databaseUrl = replica.url.reveal()
  try {
    const expected = await identify(db.owner)
    const position = await askPosition(db.owner)
    const found = await withClient({ databaseUrl, name: 'doctor' }, async (client) => {
      refuseOther(expected, await identifyClient(client))
      return (await client.query<ReplicaFacts>(facts)).rows[0]
    })
    if (!found) throw new Error('the replica returned no row')
    return judgeReplica(found, position)
  } catch (error) {
    if (error instanceof ReplicaRefused) {
      return warn(error.message, 'Point SERVICE_ACP_DB_REPLICA_URL at a replica of DATABASE_URL.')
    }
    const { cause, detail, fix } = findDatabaseCause(error, databaseUrl)
    const where = fix.replaceAll('DATABASE_URL', 'SERVICE_ACP_DB_REPLICA_URL')
    return { ...warn(detail, where), cause }
  }
}

/** Never a failure: without the replica, everything is read from the primary. */
export function judgeReplica(
  found: ReplicaFacts,
  primary: { order: bigint; timeline: number },
): Finding {
  if (!found.recovering) {
    return warn(
      'the server accepts writes, so it is no replica',
      'Point SERVICE_ACP_DB_REPLICA_URL at a standby. If it was promoted, set it up again as a standby.',
    )
  }
  if (found.timeline !== primary.timeline) {
    return warn(
      `the replica is on timeline ${found.timeline}, the primary on ${primary.timeline}`,
      'After a failover this takes up to checkpoint_timeout. If it lasts, the replica does not follow the new primary.',
    )
  }
  const behind = primary.order - orderOf(found.replayed ?? '0/0')
  const detail =
    behind > 0n ? `${behind} bytes of WAL behind the primary` : 'has what the primary has'
  if (!found.feedback && found.delay !== '0') {
    return warn(
      `${detail}; its queries can stop the replay for up to ${found.delay}, and reads then go to the primary`,
      `Set hot_standby_feedback = on and max_standby_streaming_delay = 1s on the replica: ${GUIDE}`,
    )
  }
  return { check: CHECK, state: 'ok', detail }
}

const warn = (detail: string, fix: string): Finding => ({
  check: CHECK,
  state: 'warn',
  detail,
  fix,
})
