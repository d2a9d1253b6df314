// Writes together what ends together: the results of jobs by tenant, and then the ends of the jobs.
import { createGroup, type Group } from '#lib/group.ts'
import type { JobData, NewJob, Queue } from './queue.ts'
import type { Done, Trade } from './trade.ts'

export type Settlement<Data extends JobData> = { id: string; next: NewJob<Data> | undefined }

export type Books<Data extends JobData, Work, Result> = {
  record: (tenantId: string, done: Done<Data, Work, Result>) => Promise<void>
  settle: (settlement: Settlement<Data>) => Promise<void>
}

/** Of those that wait there is no limit here: never more wait than are under way. */
const limits = { maxItems: 500, maxWaiting: Number.POSITIVE_INFINITY, mayGoAlone: () => false }
/** Short: what was sent and not recorded is sent again when the process is killed. */
const RECORD_LINGER_MS = 4
/** What was recorded and not settled is only looked at again. */
const SETTLE_LINGER_MS = 30

export function openBooks<Data extends JobData, Work, Result>(
  queue: Queue<Data>,
  trade: Trade<Data, Work, Result>,
): Books<Data, Work, Result> {
  type Recorder = Group<Done<Data, Work, Result>, Settlement<Data>>
  const recorders = new Map<string, Recorder>()
  const settlements = createGroup<Settlement<Data>, true>({
    ...limits,
    lingerMs: SETTLE_LINGER_MS,
    async send(items) {
      const done = items.map(({ id }) => id)
      await queue.settle(
        done,
        items.flatMap(({ next }) => next ?? []),
      )
      return items.map(() => true)
    },
  })
  const openRecorder = (tenantId: string): Recorder =>
    createGroup({
      ...limits,
      lingerMs: RECORD_LINGER_MS,
      async send(items) {
        const next = await trade.record(tenantId, items)
        return items.map(({ job }, index) => ({ id: job.id, next: next[index] }))
      },
    })
  const settle = async (settlement: Settlement<Data>) => {
    await settlements.submit(settlement)
  }
  return {
    settle,
    async record(tenantId, done) {
      const recorder = recorders.get(tenantId) ?? openRecorder(tenantId)
      recorders.set(tenantId, recorder)
      const settlement = await recorder.submit(done)
      if (recorder.waiting() === 0) recorders.delete(tenantId)
      if (settlement) await settle(settlement)
    },
  }
}
