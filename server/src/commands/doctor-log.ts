// What `doctor` says about the event log: which transaction delays the event feed, and what ends it.
import { findLongBlocker } from '#app/maintenance/blocker-watch.ts'
import type { Database } from '#db/database.ts'
import { describeBlocker, listIdleSlots, mendBlocker } from '#db/operate/log-blocker.ts'
import type { Finding } from './finding.ts'

/** Longer than any transaction of the service itself takes. */
const LONG_MS = 30_000

export async function checkEventLog(
  db: Pick<Database, 'owner' | 'feed'>,
  longMs = LONG_MS,
): Promise<Finding> {
  const check = 'event log'
  const blocker = await findLongBlocker(db, longMs)
  if (!blocker) {
    return { check, ok: true, detail: 'no long transaction delays the event feed' }
  }
  return {
    check,
    ok: false,
    detail: `the event feed and its stream wait for the ${describeBlocker(blocker)}; webhooks and sync do not`,
    mend: mendBlocker(blocker),
  }
}

export async function checkReplicationSlots(db: Pick<Database, 'owner'>): Promise<Finding> {
  const check = 'replication slots'
  const [idle, ...more] = await listIdleSlots(db.owner)
  if (!idle) return { check, ok: true, detail: 'none without a consumer' }
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  const kept =
    idle.wal_bytes === null ? '' : `, ${Math.round(idle.wal_bytes / 1_048_576)} MB of WAL`
  return {
    check,
    ok: true,
    detail: `slot "${idle.slot_name}"${others} has no consumer and retains dead rows${kept}`,
    mend: `If no consumer will use it again: select pg_drop_replication_slot('${idle.slot_name.replaceAll("'", "''")}')`,
  }
}
