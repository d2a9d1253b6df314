// What happened and what was said, in one order.
import type { Activity, Comment } from '@task-service/contract'

export type TimelineItem =
  | { kind: 'event'; at: string; entry: Activity }
  | { kind: 'comment'; at: string; comment: Comment }

/** The comment itself shows that it was written. */
const isShownByComment = ({ action }: Activity): boolean =>
  action === 'comment.created' || action === 'comment.updated'

export function timelineItems(
  activity: readonly Activity[],
  comments: readonly Comment[],
): TimelineItem[] {
  const events = activity
    .filter((entry) => !isShownByComment(entry))
    .map((entry) => ({ kind: 'event' as const, at: entry.at, entry }))
  const said = comments.map((comment) => ({
    kind: 'comment' as const,
    at: comment.created_at,
    comment,
  }))
  return [...events, ...said].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
