// In which order tasks are claimed: of small keys alone and next to a flood, and of a low priority next to urgent tasks.
import { setTimeout as sleep } from 'node:timers/promises'
import { CLAIM_MAX, type TaskCreate } from '@task-service/contract'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { percentile } from '../../tests/harness/measure/measurement.ts'
import { createAgentClient, createTasks, send } from '../../tests/harness/work/agent-client.ts'
import { QUEUES, type Tenant } from './site.ts'

const SMALL_KEYS = 49
const PER_KEY = 20
/** How long a task can be overtaken per priority; a low task by urgent ones three times as long. */
const AGING_SECONDS = 1
const PRIORITIES_BETWEEN = 3
/** Longer than the create of a batch takes. */
const MARGIN_MS = 1_000

export type Positions = { alone: number; flooded: number }

/** The 99th percentile of the positions of the small keys' tasks, without and with a key that has very many. */
export async function comparePositions(tenant: Tenant, flood: number): Promise<Positions> {
  await createTasks(tenant, smallKeys(QUEUES.alone))
  const flooding = { title: 'Flood', queue: QUEUES.flooded, fairness_key: 'flood' }
  await createTasks(
    tenant,
    Array.from({ length: flood }, () => flooding),
  )
  const small = new Set(await createTasks(tenant, smallKeys(QUEUES.flooded)))
  const alone = await claimAll(tenant, QUEUES.alone)
  const flooded = await claimAll(tenant, QUEUES.flooded, small)
  return {
    alone: p99(alone.map((_, position) => position + 1)),
    flooded: p99(flooded.flatMap((id, position) => (small.has(id) ? [position + 1] : []))),
  }
}

/** As customers create them: in turns. */
function smallKeys(queue: string): TaskCreate[] {
  return Array.from({ length: SMALL_KEYS * PER_KEY }, (_, index) => ({
    title: `Task ${index}`,
    queue,
    fairness_key: `customer ${index % SMALL_KEYS}`,
  }))
}

export type Overtaking = {
  /** Urgent tasks that came within the aging limit, and how many of them were claimed first. */
  soon: number
  soonFirst: number
  /** The same for those that came later. */
  late: number
  lateFirst: number
}

/** A low task between urgent ones: those that come soon overtake it, those that come after the aging limit do not. */
export async function countOvertaking(tenant: Tenant, each: number): Promise<Overtaking> {
  const queue = QUEUES.aging
  await send(tenant, 'PATCH', `/api/queues/${queue}`, { aging_seconds: AGING_SECONDS })
  const urgent = Array.from({ length: each }, () => ({
    title: 'Urgent',
    queue,
    priority: 'urgent' as const,
  }))
  const [low = ''] = await createTasks(tenant, [{ title: 'Low', queue, priority: 'low' }])
  const soon = new Set(await createTasks(tenant, urgent))
  await sleep(AGING_SECONDS * PRIORITIES_BETWEEN * 1_000 + MARGIN_MS)
  const late = new Set(await createTasks(tenant, urgent))
  const order = await claimAll(tenant, queue)
  const before = order.slice(0, order.indexOf(low))
  return {
    soon: soon.size,
    soonFirst: before.filter((id) => soon.has(id)).length,
    late: late.size,
    lateFirst: before.filter((id) => late.has(id)).length,
  }
}

/** The IDs of all tasks of a queue, in the order in which one claimer gets them; up to the last one that is `wanted`. */
async function claimAll(
  { url, host, token }: Tenant,
  queue: string,
  wanted?: ReadonlySet<string>,
): Promise<string[]> {
  const caller = createApiCaller(1)
  const client = createAgentClient(caller, { url, host, token })
  const ids: string[] = []
  let left = wanted?.size ?? Number.POSITIVE_INFINITY
  try {
    while (left > 0) {
      const claimed = await client.claim({ queues: [queue], max: CLAIM_MAX })
      ids.push(...claimed.map(({ task }) => task.id))
      left -= claimed.filter(({ task }) => wanted?.has(task.id)).length
      if (claimed.length === 0) break
    }
    return ids
  } finally {
    caller.close()
  }
}

const p99 = (positions: readonly number[]) =>
  percentile(
    positions.toSorted((a, b) => a - b),
    0.99,
  )
