// Writes together what ends together: the results of jobs by tenant, and then the ends of the jobs.
import { createGroup, type Group } from '#lib/group.ts'
import type { JobData, NewJob, Queue } from './queue.ts'
import type { Done, Trade } from './trade.ts'

export type Settlement<Data extends JobData> = { id: string; next: readonly NewJob<Data>[] }

export type Books<Data extends JobData, Work, Result> = {
  /** Gives the job that follows, if any. */
  record: (tenantId: string, done: Done<Work, Result>) => Promise<NewJob<Data> | undefined>
  settle: (settlement: Settlement<Data>) => Promise<void>
  /** True while a result of the tenant waits too long to be stored. */
  isBehind: (tenantId: string) => boolean
}

/** Of those that wait there is no limit here: never more wait than are under way. */
const limits = { maxItems: 500, maxWaiting: Number.POSITIVE_INFINITY, mayGoAlone: () => false }
/** Short: what was sent and not recorded is sent again when the process is killed. */
const RECORD_LINGER_MS = 4
const LATE_MS = 25
/** What was recorded and not settled is only looked at again. */
const SETTLE_LINGER_MS = 30

export function openBooks<Data extends JobData, Work, Result>(
  queue: Queue<Data>,
  trade: Trade<Data, Work, Result>,
): Books<Data, Work, Result> {
  type Recorder = Group<Done<Work, Result>, { next: NewJob<Data> | undefined }>
  const recorders = new Map<string, Recorder>()
  /** By tenant, when each result came that is not stored yet, the oldest first. */
  const unstored = new Map<string, Set<{ since: number }>>()
  const settlements = createGroup<Settlement<Data>, true>({
    ...limits,
    lingerMs: SETTLE_LINGER_MS,
    async send(items) {
      const done = items.map(({ id }) => id)
      await queue.settle(
        done,
        items.flatMap(({ next }) => next),
      )
      return items.map(() => true)
    },
  })
  const openRecorder = (tenantId: string): Recorder =>
    createGroup({
      ...limits,
      lingerMs: RECORD_LINGER_MS,
      send: async (items) => (await trade.record(tenantId, items)).map((next) => ({ next })),
    })
  return {
    async settle(settlement) {
      await settlements.submit(settlement)
    },
    async record(tenantId, done) {
      const recorder = recorders.get(tenantId) ?? openRecorder(tenantId)
      recorders.set(tenantId, recorder)
      const entry = { since: performance.now() }
      const waiting = unstored.get(tenantId) ?? new Set()
      unstored.set(tenantId, waiting.add(entry))
      try {
        return (await recorder.submit(done))?.next
      } finally {
        waiting.delete(entry)
        if (waiting.size === 0) unstored.delete(tenantId)
        if (recorder.waiting() === 0) recorders.delete(tenantId)
      }
    },
    isBehind(tenantId) {
      const [oldest] = unstored.get(tenantId) ?? []
      return oldest !== undefined && performance.now() - oldest.since > LATE_MS
    },
  }
}
