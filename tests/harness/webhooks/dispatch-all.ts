// Both steps of the dispatcher in one transaction, as tests need them: what is new, and everything else that is due.
import type { FeedTx } from '../../../server/src/db/feed/feed.ts'
import {
  type Dispatched,
  type DispatchParts,
  dispatchNew,
  dispatchRest,
} from '../../../server/src/domains/deliveries/dispatch/service/dispatch.ts'

export async function dispatchAll(tx: FeedTx, parts: DispatchParts): Promise<Dispatched> {
  const now = await dispatchNew(tx, parts)
  const rest = await dispatchRest(tx, parts)
  return {
    read: now.read + rest.read,
    sent: now.sent + rest.sent,
    isFull: now.isFull || rest.isFull,
  }
}
