// The progress of the dispatcher. It processes one snapshot after the other: events visible in the next and not in the last
// one are new. An open transaction delays only its own events.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { listEndedXids } from '../snapshots.ts'

/** The position of an event in the log. */
export type LogPosition = { xid: string; id: string }

/**
 * Everything visible in `done` was dispatched or set aside for later; so was everything visible in `target` up to the
 * position. Without a target the position has no meaning.
 */
export type Progress = LogPosition & { done: string; target: string | null }

/** Events after the position (`xid`, `id`) of transactions up to `until_xid`, all of which have ended. */
export type Segment = LogPosition & { until_xid: string }

export type Window = { progress: Progress; target: string; segments: Segment[] }

/** Before the first event. */
const LOWEST: LogPosition = { xid: '0', id: '00000000-0000-0000-0000-000000000000' }

/**
 * What to read now. Later statements see at least what this one saw, so they find all events of these transactions.
 */
export async function openWindow(tx: FeedTx): Promise<Window> {
  const [row] = await tx.rows<Progress & { now: string }>(sql`
    select done::text as done, target::text as target, xid::text as xid, id, pg_current_snapshot()::text as now
    from dispatch_progress`)
  if (!row) throw new Error('dispatch_progress is empty')
  const { now, ...progress } = row
  const target = progress.target ?? now
  return { progress, target, segments: listSegments(progress, target) }
}

function listSegments({ done, target: savedTarget, xid, id }: Progress, target: string): Segment[] {
  const position = savedTarget === null ? 0n : BigInt(xid)
  return listEndedXids(done, target)
    .filter(({ last }) => last >= position)
    .map(({ first, last }) => ({
      ...(first <= position ? { xid, id } : { xid: String(first), id: LOWEST.id }),
      until_xid: String(last),
    }))
}

export type EventKey = LogPosition & { tenant_id: string; occurred_at: Date; stored_bytes: number }

/** In the order of the log. One index scan per segment: there may be a million events between them. */
export function readKeys(
  tx: FeedTx,
  segments: readonly Segment[],
  limit: number,
): Promise<EventKey[]> {
  if (segments.length === 0) return Promise.resolve([])
  return tx.rows<EventKey>(sql`
    select e.tenant_id, e.xid::text as xid, e.id, e.occurred_at, e.stored_bytes
    from unnest(
      ${segments.map(({ xid }) => xid)}::xid8[], ${segments.map(({ id }) => id)}::uuid[],
      ${segments.map((segment) => segment.until_xid)}::xid8[]
    ) as s (xid, id, until_xid)
    cross join lateral (
      select tenant_id, xid, id, occurred_at, pg_column_size(data) + pg_column_size(previous) as stored_bytes
      from events
      where (xid, id) > (s.xid, s.id) and xid <= s.until_xid
      order by xid, id
      limit ${limit}) as e
    order by e.xid, e.id
    limit ${limit}`)
}

/** The progress after a round; the same object when there was nothing to do. */
export function advance(
  { progress, target }: Window,
  end: LogPosition | undefined,
  isLast: boolean,
): Progress {
  if (!end && progress.target === null) return progress
  if (isLast || !end) return { done: target, target: null, ...LOWEST }
  return { ...progress, target, xid: end.xid, id: end.id }
}

/** Skipped if nothing changed: a write takes a transaction ID, and most rounds have nothing to do. */
export async function saveProgress(tx: FeedTx, was: Progress, is: Progress): Promise<void> {
  if (was === is) return
  const moved = await tx.rows(sql`
    update dispatch_progress
    set done = ${is.done}::pg_snapshot, target = ${is.target}::pg_snapshot, xid = ${is.xid}::xid8, id = ${is.id}
    where done::text = ${was.done} and target::text is not distinct from ${was.target}
      and xid = ${was.xid}::xid8 and id = ${was.id}
    returning true`)
  if (moved.length === 0) throw new Error('another process has dispatched these events')
}
