// Batches writes: the results of jobs by tenant, and then the acknowledgements of the jobs.
import { createGroup, type Group } from '#lib/group.ts'
import type { Done, JobHandler } from './job-handler.ts'
import type { JobData, NewJob, Queue } from './queue.ts'

export type Ack<Data extends JobData> = { id: string; next: readonly NewJob<Data>[] }

export type ResultWriter<Data extends JobData, Work, Result> = {
  /** Returns the follow-up job, if any. */
  write: (tenantId: string, done: Done<Work, Result>) => Promise<NewJob<Data> | undefined>
  ack: (ack: Ack<Data>) => Promise<void>
  /** True while a result of the tenant waits too long to be stored. */
  isBehind: (tenantId: string) => boolean
}

/** No limit on waiting items: never more wait than are in flight. */
const limits = { maxItems: 500, maxWaiting: Number.POSITIVE_INFINITY, mayGoAlone: () => false }
/** Short: deliveries that were sent but not written are sent again after a kill. */
const WRITE_LINGER_MS = 4
const LATE_MS = 25
/** Longer: a job that was written but not acknowledged is only checked again. */
const ACK_LINGER_MS = 30

export function createResultWriter<Data extends JobData, Work, Result>(
  queue: Queue<Data>,
  handler: JobHandler<Data, Work, Result>,
): ResultWriter<Data, Work, Result> {
  type Writer = Group<Done<Work, Result>, { next: NewJob<Data> | undefined }>
  const writers = new Map<string, Writer>()
  /** By tenant, when each unstored result arrived, the oldest first. */
  const unstored = new Map<string, Set<{ since: number }>>()
  const acks = createGroup<Ack<Data>, true>({
    ...limits,
    lingerMs: ACK_LINGER_MS,
    async send(items) {
      const done = items.map(({ id }) => id)
      await queue.ack(
        done,
        items.flatMap(({ next }) => next),
      )
      return items.map(() => true)
    },
  })
  const openWriter = (tenantId: string): Writer =>
    createGroup({
      ...limits,
      lingerMs: WRITE_LINGER_MS,
      send: async (items) => (await handler.record(tenantId, items)).map((next) => ({ next })),
    })
  return {
    async ack(ack) {
      await acks.submit(ack)
    },
    async write(tenantId, done) {
      const writer = writers.get(tenantId) ?? openWriter(tenantId)
      writers.set(tenantId, writer)
      const entry = { since: performance.now() }
      const waiting = unstored.get(tenantId) ?? new Set()
      unstored.set(tenantId, waiting.add(entry))
      try {
        return (await writer.submit(done))?.next
      } finally {
        waiting.delete(entry)
        if (waiting.size === 0) unstored.delete(tenantId)
        if (writer.waiting() === 0) writers.delete(tenantId)
      }
    },
    isBehind(tenantId) {
      const [oldest] = unstored.get(tenantId) ?? []
      return oldest !== undefined && performance.now() - oldest.since > LATE_MS
    },
  }
}
