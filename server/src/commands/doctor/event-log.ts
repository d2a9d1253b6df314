// Checks of `doctor` on the event log: transactions that delay the event feed, and unused replication slots.
import { findLongBlocker } from '#app/maintenance/blocker-watch.ts'
import type { Database } from '#db/database.ts'
import { describeBlocker, fixBlocker } from '#db/operate/log-blocker.ts'
import { listIdleSlots } from '#db/operate/replication-slots.ts'
import type { Finding } from './finding.ts'

/** Longer than any transaction of the service itself. */
const LONG_MS = 30_000

export async function checkEventLog(
  db: Pick<Database, 'owner' | 'feed'>,
  longMs = LONG_MS,
): Promise<Finding> {
  const check = 'event log'
  const blocker = await findLongBlocker(db, longMs)
  if (!blocker) {
    return { check, state: 'ok', detail: 'no long transaction delays the event feed' }
  }
  return {
    check,
    state: 'fail',
    detail: `the ${describeBlocker(blocker)} delays the event feed and its stream, but not webhooks and syncs`,
    fix: fixBlocker(blocker),
  }
}

export async function checkReplicationSlots(db: Pick<Database, 'owner'>): Promise<Finding> {
  const check = 'replication slots'
  const [idle, ...more] = await listIdleSlots(db.owner)
  if (!idle) return { check, state: 'ok', detail: 'none without a consumer' }
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  const retained =
    idle.wal_bytes === null ? '' : `, ${Math.round(idle.wal_bytes / 1_048_576)} MB of WAL`
  return {
    check,
    state: 'warn',
    detail: `slot "${idle.slot_name}"${others} has no consumer and retains dead rows${retained}`,
    fix: `If no consumer will use it again: select pg_drop_replication_slot('${idle.slot_name.replaceAll("'", "''")}')`,
  }
}
