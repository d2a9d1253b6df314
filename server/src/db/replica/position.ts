// Positions in the write-ahead log of the primary: a replica that has replayed up to one shows every commit before it.
import { createSharedReads } from '#lib/shared-reads.ts'
import { within } from '../liveness/within.ts'
import type { Reader } from '../reader.ts'
import { sql } from '../sql.ts'
import { ReplicaRefused } from './replica-options.ts'

export type Position = {
  /** As PostgreSQL prints it: `16/B374D848`. */
  lsn: string
  /** The same as a number. */
  order: bigint
  /** Increases with every failover; positions of different timelines cannot be compared. */
  timeline: number
}

const ASK_TIMEOUT_MS = 1_000
const LSN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

export function orderOf(lsn: string): bigint {
  const [, high, low] = LSN.exec(lsn) ?? []
  if (!high || !low) throw new Error(`not a position: ${lsn}`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function latestOf(positions: readonly (Position | undefined)[]): Position | undefined {
  let latest: Position | undefined
  for (const position of positions) {
    if (position && (!latest || isLater(position, latest))) latest = position
  }
  return latest
}

const isLater = (one: Position, other: Position) =>
  one.timeline === other.timeline ? one.order > other.order : one.timeline > other.timeline

/**
 * Where the primary is now. An acknowledged commit is flushed, so it is before this position; what is not flushed is not sent
 * to replicas yet. Only without synchronous commits is an acknowledged commit possibly not flushed.
 */
const statement = sql`
  select now_at.lsn::text as lsn, ('x' || left(pg_walfile_name(now_at.lsn), 8))::bit(32)::int as timeline
  from (
    select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) now_at`

export async function askPosition(primary: Reader): Promise<Position> {
  const [row] = await primary.rows<Pick<Position, 'lsn' | 'timeline'>>(statement)
  if (!row) throw new Error('no position')
  return { ...row, order: orderOf(row.lsn) }
}

/**
 * Reads that wait at the same time share one statement. None joins a statement that was sent before it arrived, because a
 * commit in between would be missing.
 */
export function createPositionSource(primary: Reader): () => Promise<Position> {
  const share = createSharedReads<Position>()
  const ask = async () => {
    try {
      return await within(ASK_TIMEOUT_MS, askPosition(primary))
    } catch (cause) {
      throw new ReplicaRefused('primary_position_unknown', 'the primary did not say its position', {
        cause,
      })
    }
  }
  return () => share('', ask)
}
