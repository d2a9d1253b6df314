// The claimers of one tenant, in a process of their own at the lowest priority: what they cost their own machine must not
// count as a delay of others.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createAgentClient } from '../../tests/harness/work/agent-client.ts'
import { QUEUES, type Tenant } from './site.ts'

const LOWEST_PRIORITY = 19

type Order = { tenant: Tenant; claimers: number; seconds: number }

/** Returns how many tasks they claimed. */
export async function claimInLoop(order: Order): Promise<number> {
  const child = fork(import.meta.filename)
  lowerPriority(child)
  child.send(order)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('message', (claimed: number) => resolve(claimed))
  child.once('exit', (code) => reject(new Error(`the claimers ended with ${code}`)))
  return promise
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid !== undefined)
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + LOWEST_PRIORITY))
}

async function run({ tenant, claimers, seconds }: Order): Promise<number> {
  const caller = createApiCaller(claimers)
  const client = createAgentClient(caller, tenant)
  let claimed = 0
  const end = performance.now() + seconds * 1_000
  const loop = async () => {
    while (performance.now() < end) {
      const found = await client.claim({ queues: [QUEUES.load], max: 1 }).catch(() => undefined)
      claimed += found?.length ?? 0
      if (!found?.length) await sleep(20)
    }
  }
  await Promise.all(Array.from({ length: claimers }, loop))
  caller.close()
  return claimed
}

if (import.meta.main) {
  const [order] = (await once(process, 'message')) as [Order]
  const claimed = await run(order)
  process.send?.(claimed, () => process.exit())
}
