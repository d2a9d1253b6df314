// The work that events tell about: tasks that are created, and others that several people change at the same time.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkItem, BulkResponse } from '@task-service/contract'
import { type ApiCaller, createApiCaller } from '../clients/api-caller.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import type { Service } from '../service.ts'

export type TrafficPlan = {
  seed: number
  /** Tasks of the queue `plain`: created and left alone. */
  plainTasks: number
  /** Tasks of the queue `ordered`, and how often one of them is changed. */
  orderedTasks: number
  changes: number
  /** Over how long it is spread. */
  seconds: number
}

const BULK = 500
const CHANGERS = 4
/** Tasks that everybody is at, and how often it is one of them. */
const HOT_TASKS = 50
const HOT_SHARE = 0.1
/** Several tasks in one transaction, which others are at as well. */
const SEVERAL = 6
const SEVERAL_SHARE = 0.5

const description = 'The page stays empty after the last step, about twice a day. '.repeat(5)

/** Resolves with the number of changes that were acknowledged, each of which is one event. */
export async function makeTraffic(
  service: Pick<Service, 'url' | 'apiKey'>,
  plan: TrafficPlan,
): Promise<number> {
  const caller = createApiCaller(16)
  const post = (items: BulkItem[]) => applyBulk(caller, service, items)
  try {
    const ordered = await createTasks(post, 'ordered', plan.orderedTasks, 0)
    const changes = Math.ceil(plan.changes / CHANGERS)
    const made = await Promise.all([
      createTasks(post, 'plain', plan.plainTasks, plan.seconds * 1_000),
      ...Array.from({ length: CHANGERS }, (_, who) => {
        const random = seededRandom(plan.seed, `changer ${who}`)
        return changeTasks(post, ordered, random, changes, plan.seconds * 1_000)
      }),
    ])
    return [ordered, ...made].reduce((sum, tasks) => sum + tasks.length, 0)
  } finally {
    caller.close()
  }
}

type Post = (items: BulkItem[]) => Promise<string[]>

async function createTasks(
  post: Post,
  queue: string,
  count: number,
  overMs: number,
): Promise<string[]> {
  const ids: string[] = []
  const keepPace = createPace(overMs, count)
  while (ids.length < count) {
    const number = Math.min(BULK, count - ids.length)
    const create = (index: number) => ({
      title: `${queue} ${ids.length + index}`,
      queue,
      description,
    })
    ids.push(
      ...(await post(Array.from({ length: number }, (_, index) => ({ create: create(index) })))),
    )
    await keepPace(ids.length)
  }
  return ids
}

async function changeTasks(
  post: Post,
  tasks: readonly string[],
  random: SeededRandom,
  count: number,
  overMs: number,
): Promise<string[]> {
  const changed: string[] = []
  const keepPace = createPace(overMs, count)
  while (changed.length < count) {
    const several = random.next() < SEVERAL_SHARE ? Math.min(SEVERAL, count - changed.length) : 1
    const chosen = new Set<string>()
    while (chosen.size < several) chosen.add(pickTask(tasks, random))
    // In one order, as required of callers that change several at once, so that no two wait for each other.
    const items = [...chosen].toSorted().map((task) => ({
      update: { task, changes: { title: `changed for the ${random.between(0, 2 ** 40)}th time` } },
    }))
    changed.push(...(await post(items)))
    await keepPace(changed.length)
  }
  return changed
}

function pickTask(tasks: readonly string[], random: SeededRandom): string {
  const among = random.next() < HOT_SHARE ? HOT_TASKS : tasks.length
  return tasks[random.between(0, among - 1)] ?? ''
}

/** Waits until it is time for as many as are done. */
function createPace(overMs: number, count: number): (done: number) => Promise<void> {
  const startedAt = performance.now()
  return async (done) => {
    const aheadMs = (done / count) * overMs - (performance.now() - startedAt)
    if (aheadMs > 0) await sleep(aheadMs)
  }
}

async function applyBulk(
  caller: ApiCaller,
  { url, apiKey }: Pick<Service, 'url' | 'apiKey'>,
  items: BulkItem[],
): Promise<string[]> {
  const answer = await caller.call(`${url}/api/tasks/bulk`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: { items },
  })
  if (answer.status !== 200) throw new Error(`bulk: ${answer.status} ${answer.body.slice(0, 300)}`)
  const { results } = JSON.parse(answer.body) as BulkResponse
  return results.map(({ task }) => task?.id ?? '')
}
