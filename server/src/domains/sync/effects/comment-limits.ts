// How many comments of one item are sent, or wait for an approval, at a time. The others follow when these are over.
import type { Amount, CommentShare } from '#domains/sync/links/index.ts'

const OF_AGENTS: Amount = { comments: 50, bytes: 2 ** 18 }

/**
 * What needs an approval is counted separately: otherwise what other agents write freely would displace approved comments, and
 * what no one has decided about would stop them.
 */
export const COMMENT_LIMITS: Readonly<Record<CommentShare, Amount>> = {
  gated: OF_AGENTS,
  free: OF_AGENTS,
  people: { comments: 100, bytes: 2 ** 19 },
}

/** What is left of the limits; `open` was planned before and is not confirmed. */
export function roomBesides(
  open: readonly (Amount & { share: CommentShare })[],
): Record<CommentShare, Amount> {
  const room = { ...COMMENT_LIMITS }
  for (const { share, comments, bytes } of open) {
    const limit = room[share]
    room[share] = { comments: limit.comments - comments, bytes: limit.bytes - bytes }
  }
  return room
}
