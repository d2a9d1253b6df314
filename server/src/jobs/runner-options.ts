// What a runner needs: the queue, what its jobs mean, and how much it may have under way.
import type { JobData, Queue } from './queue.ts'
import type { Trade } from './trade.ts'

export type RunnerOptions<Data extends JobData, Work, Result> = {
  queue: Queue<Data>
  trade: Trade<Data, Work, Result>
  /** Pieces of work; those that are waiting for their turn count, and may be a few more. */
  maxUnderWay: number
  /** What all jobs under way may take together, by what the trade says about each; null is no limit. */
  maxBytes?: number | null
  /** Who has a share of the room; the tenant unless told otherwise. */
  ownerOf?: (data: Data) => string
  onError: (error: unknown, doing: string) => void
  /** Only tests hand in another. */
  stalledMs?: number
}
