// What happened in a queue in the last 24 full hours, from the runs that were started in this time.
import type { QueueHistory } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { lastFullHours, toHours } from '../hours.ts'
import { readHistory } from '../store.ts'

/** Of all queues of the tenant. */
const EXAMINED_MAX = 50_000

const seconds = (ms: number | null) => (ms === null ? null : ms / 1_000)

export async function getHistory(ctx: Context, name: string): Promise<QueueHistory> {
  const period = lastFullHours(ctx.now)
  const { counts, waits, examined } = await readHistory(ctx.tx, name, period, EXAMINED_MAX)
  return {
    hours: toHours(period, counts),
    claim_latency: {
      median: seconds(waits.median),
      p95: seconds(waits.p95),
      count: waits.count,
    },
    is_complete: examined < EXAMINED_MAX,
  }
}
