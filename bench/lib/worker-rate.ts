// How fast a worker delivers pending events: fills the log, waits for the deliveries, and returns the rate.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { Receiver } from '../../tests/harness/receiver/receiver.ts'
import type { Service } from '../../tests/harness/service.ts'
import { taskBody } from './task-body.ts'

const BULK = 500

export async function createTasks(api: Service, count: number): Promise<void> {
  const caller = createApiCaller()
  const items = Array.from({ length: BULK }, () => ({ create: taskBody }))
  const call = { method: 'POST', headers: { 'x-api-key': api.apiKey }, body: { items } }
  for (let made = 0; made < count; made += BULK) {
    const answer = await caller.call(`${api.url}/api/tasks/bulk`, call)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
  }
  caller.close()
}

/** Events a second, from the first that arrived to the last. */
export function rateAt({ at }: { at: readonly number[] }): number {
  const [first = 0, last = 0] = [at[0], at.at(-1)]
  return (at.length * 1_000) / (last - first)
}

export async function untilArrived(
  receiver: Receiver,
  place: string,
  count: number,
): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; ) {
    if ((await receiver.report(place)).acknowledged >= count) return
    if (Date.now() > deadline) throw new Error(`${place}: not all ${count} events arrived`)
    await sleep(100)
  }
}
