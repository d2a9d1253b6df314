// What every batch of reads asks a replica first: whether it has replayed what the primary had when the reads arrived, and
// whether it still follows that primary. It is asked on the connection of the reads, because a proxy may stand in front of
// several replicas.
import { escapeLiteral } from 'pg'
import { orderOf, type Position } from './position.ts'
import { ReplicaRefused } from './replica-options.ts'

/** Sent with the reads of a batch. */
export type Fence = {
  /** Before the transaction, as a statement of its own; undefined if there is nothing to wait for. */
  wait: string | undefined
  /** Columns of the statement with which the transaction begins. */
  columns: string
  /** Why the wait ended with an error, such as a statement timeout below the lag that is allowed. */
  waitFailed: (cause: Error) => ReplicaRefused
  /** Why none of the reads behind it may be used. */
  judge: (row: unknown) => ReplicaRefused | undefined
}

/** `connection` is what the reads are sent on; `after` is the latest position that one of them needs. */
export type OpenFence = (connection: object, after: Position | undefined) => Fence

export type FenceOptions = {
  maxLagMs: number
  /** Behind a pooler, the next transaction of a connection may run on another server. */
  isShared: boolean
}

type Row = { recovering: boolean; replayed: string | null; timeline?: number }
/** What a connection has shown before. */
type Known = { order: bigint; timeline: number }

/**
 * Of the control file: the last restart point, or what was written to disk since. After a failover it takes up to
 * `checkpoint_timeout` until one of them shows the new timeline; no function that every role may call shows it sooner.
 */
const TIMELINE = `, greatest((select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery())) as timeline`

export function createFence({ maxLagMs, isShared }: FenceOptions): OpenFence {
  const connections = new WeakMap<object, Known>()
  return (connection, after) => {
    const known = isShared ? undefined : connections.get(connection)
    const isThere = !after || (known !== undefined && known.order >= after.order)
    const needsTimeline = after !== undefined && known?.timeline !== after.timeline
    const columns = `, pg_is_in_recovery() as recovering, pg_last_wal_replay_lsn()::text as replayed`
    return {
      wait: isThere ? undefined : waitFor(after, maxLagMs, isShared),
      columns: columns + (needsTimeline ? TIMELINE : ''),
      waitFailed: (cause) => new ReplicaRefused('behind', cause.message, { cause }),
      judge: (row) => {
        const found = row as Row // see columns
        const refusal = judge(found, after)
        if (after && !refusal && found.replayed !== null) {
          connections.set(connection, { order: orderOf(found.replayed), timeline: after.timeline })
        }
        return refusal
      },
    }
  }
}

function judge(row: Row, after: Position | undefined): ReplicaRefused | undefined {
  if (!row.recovering) return new ReplicaRefused('promoted', 'the replica accepts writes')
  if (!after) return undefined
  if (row.timeline !== undefined && row.timeline !== after.timeline) {
    const text = `the replica is on timeline ${row.timeline}, the primary on ${after.timeline}`
    return new ReplicaRefused('other_timeline', text)
  }
  if (row.replayed !== null && orderOf(row.replayed) >= after.order) return undefined
  return new ReplicaRefused('behind', `the replica is at ${row.replayed}, not at ${after.lsn}`)
}

/**
 * Most replicas are less than a millisecond behind. A snapshot held while waiting could stop the replay that is waited for,
 * so each turn is a transaction of its own where that is possible.
 */
function waitFor({ lsn }: Position, maxLagMs: number, isShared: boolean): string {
  return `do $wait$ declare give_up constant timestamptz := clock_timestamp() + ${maxLagMs} * interval '1 ms';
begin loop
  exit when pg_last_wal_replay_lsn() >= ${escapeLiteral(lsn)}::pg_lsn or clock_timestamp() >= give_up;
  ${isShared ? '' : 'commit; '}perform pg_sleep(0.001);
end loop; end $wait$`
}
