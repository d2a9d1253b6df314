// Comments that are not among those of the server yet.
import type { Comment } from '@task-service/contract'

export type Unsent = {
  /** Also the idempotency key: sent twice, it is one comment. */
  key: string
  taskId: string
  body: string
  /** When it was written, as the browser's clock says. */
  at: string
  /** Of the comment it has become. */
  id?: string
  /** Why it was not sent; undefined while it is being sent. */
  error?: string | undefined
}

/** Clocks of browser and server may differ. */
const CLOCK_MS = 60_000

/** The live feed may bring a comment before the answer to the request that created it. */
function hasArrived({ id, body, at, error }: Unsent, comments: readonly Comment[]): boolean {
  if (id !== undefined) return comments.some((comment) => comment.id === id)
  const since = Date.parse(at) - CLOCK_MS
  return (
    error === undefined &&
    comments.some((comment) => comment.body === body && Date.parse(comment.created_at) > since)
  )
}

export function stillUnsent(
  unsent: readonly Unsent[],
  taskId: string,
  comments: readonly Comment[],
): Unsent[] {
  return unsent.filter((one) => one.taskId === taskId && !hasArrived(one, comments))
}
