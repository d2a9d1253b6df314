// What a runner needs: the queue, the handler of its jobs, and how many may be in flight.

import type { JobHandler } from './job-handler.ts'
import type { JobData, Queue } from './queue.ts'
import type { OpenReceiver } from './receiver-pool.ts'

export type RunnerOptions<Data extends JobData, Work, Result> = {
  queue: Queue<Data>
  handler: JobHandler<Data, Work, Result>
  /** Pieces of work, including those that wait to start; may be slightly exceeded. */
  maxInFlight: number
  /** Memory of all jobs in flight, as estimated by the handler; null is no limit. */
  maxBytes?: number | null
  /** The owner of a fair share; the tenant by default. */
  ownerOf?: (data: Data) => string
  onError: (error: unknown, step: string) => void
  /** The runner has stopped sending to a receiver for a while. */
  onOpen?: (receiver: OpenReceiver) => void
  /** Only tests pass another. */
  stalledMs?: number
}
