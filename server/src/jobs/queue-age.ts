// How long the oldest due job has waited for a worker, for operators.
import type { JobData, Queue } from './queue.ts'

const LOOK_EVERY_MS = 5_000

export type QueueAgeOptions = {
  queue: Pick<Queue<JobData>, 'readAge'>
  /** Receivers that are full or paused: their jobs do not wait for a worker. */
  listBlocked: () => string[]
  onError: (error: unknown) => void
}

export type QueueAge = { look: () => Promise<void>; seconds: () => number; stop: () => void }

export function watchQueueAge({ queue, listBlocked, onError }: QueueAgeOptions): QueueAge {
  let seconds = 0
  async function look(): Promise<void> {
    seconds = await queue.readAge({ exceptGroups: listBlocked() })
  }
  const timer = setInterval(() => void look().catch(onError), LOOK_EVERY_MS)
  return { look, seconds: () => seconds, stop: () => clearInterval(timer) }
}
