// Groups the items of a pull into batches: up to a checkpoint, or up to what fits into one message.
import type { Json, PullItem } from '@task-service/kit'

export type Batch = { items: PullItem[]; total?: number; cursor?: Json }

const MAX_ITEMS = 500
/** Of the items as JSON; a message may be four times as long. */
const MAX_CHARS = 4 * 2 ** 20

export async function* gather(pulled: unknown): AsyncGenerator<Batch> {
  let batch: Batch = { items: [] }
  let chars = 0
  for await (const item of pulled as AsyncIterable<PullItem>) {
    // Throws if `pulled` is not iterable.
    if (item.kind === 'total') batch.total = item.count
    else if (item.kind === 'checkpoint') {
      yield { ...batch, cursor: item.cursor }
      batch = { items: [] }
      chars = 0
    } else {
      const size = JSON.stringify(item).length
      if (batch.items.length > 0 && (batch.items.length >= MAX_ITEMS || chars + size > MAX_CHARS)) {
        yield batch
        batch = { items: [] }
        chars = 0
      }
      batch.items.push(item)
      chars += size
    }
  }
  // Items after the last checkpoint are dropped: without a cursor they are pulled again.
}
