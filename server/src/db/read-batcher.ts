// Gathers reads that wait at the same time into batches: few writes and few transactions for many reads.
import type { Pool } from 'pg'
import { createFairQueue } from '#lib/fair/fair-queue.ts'
import {
  openReads,
  type PendingRead,
  type QueryConfig,
  ReadBatch,
  type Reading,
  type ReadSession,
} from './read-batch.ts'

/** More in one batch would make the first wait for the last. */
const MAX_READS = 16
/** Enough to keep several cores of the database busy, few enough that reads meet. */
const MAX_BATCHES = 4

export type ReadBatcher = {
  read: (tenantId: string, config: QueryConfig) => Promise<Reading>
  waiting: () => number
}

export function createReadBatcher(pool: Pool, session: ReadSession): ReadBatcher {
  const queue = createFairQueue<PendingRead>()
  let running = 0

  function read(tenantId: string, config: QueryConfig): Promise<Reading> {
    return new Promise((resolve, reject) => {
      queue.push(tenantId, { tenantId, config, resolve, reject })
      if (running >= MAX_BATCHES) return
      running++
      // Those that arrive in the same turn of the event loop come along.
      setImmediate(() => void run())
    })
  }

  function takeNext(): PendingRead[] {
    let places = MAX_READS
    return queue.take(() => places-- > 0)
  }

  const repeat = (one: PendingRead) => queue.putBack(one.tenantId, one)

  async function run(): Promise<void> {
    while (queue.size() > 0) {
      const error = await sendNext().catch((reason: unknown) => reason as Error) // from the pool or the pooler: no connection
      if (error) for (const { reject } of takeNext()) reject(error)
    }
    running--
  }

  async function sendNext(): Promise<void> {
    const client = await pool.connect()
    await openReads(client, session)
    await new ReadBatch(takeNext(), repeat).send(client, session)
  }

  return { read, waiting: queue.size }
}
