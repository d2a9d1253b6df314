// Claims that wait for tasks. One look serves all of them, whatever tenant they belong to, and wakes as many as there are
// tasks: thousands of waiting claims cost one short statement every quarter of a second.
import type { Sql } from '#db/sql.ts'
import type { Claim } from '#domains/claims/index.ts'
import { pollBackoffMs } from '#lib/schedule/poll-backoff.ts'
import { tooManyWaiting } from '../errors.ts'
import { countWaiting, type Level } from '../store/levels.ts'

export type WaitEnd = 'tasks' | 'time' | 'gone'

export type WaitOptions = {
  ms: number
  signal: AbortSignal
  /** False for a claim that needs a place for a run more than a task: it ends after a moment. */
  isForTasks: boolean
  /** Called when it has to wait. */
  onWaiting: () => void
}

export type ClaimWatch = {
  wait: (
    claim: Pick<Claim, 'tenantId' | 'queues' | 'agent'>,
    options: WaitOptions,
  ) => Promise<WaitEnd>
  /** Tasks of this tenant were queued in this process. */
  notify: (tenantId: string) => void
  waiting: () => number
  stop: () => void
}

type Waiter = { tenantId: string; lanes: string[]; end: (end: WaitEnd) => void }

export type ClaimWatchOptions = {
  readTogether: <Row>(tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Row[]>
  maxPerTenant?: number
}

const MAX_PER_TENANT = 500
const LANES_PER_LOOK = 2_000
const ROOM_LOOK_MS = 250
const FAILED_LOOK_MS = 1_000

const laneOf = (tenantId: string, queue: string, delegate: string) =>
  `${tenantId} ${queue} ${delegate}`

export function createClaimWatch(options: ClaimWatchOptions): ClaimWatch {
  const { maxPerTenant = MAX_PER_TENANT } = options
  const waiters = new Set<Waiter>()
  const perTenant = new Map<string, number>()
  const looker = createLooker(options, waiters)

  function join({ tenantId }: Waiter, by: 1 | -1): void {
    const count = (perTenant.get(tenantId) ?? 0) + by
    if (count > 0) perTenant.set(tenantId, count)
    else perTenant.delete(tenantId)
  }

  return {
    waiting: () => waiters.size,
    notify(tenantId) {
      if (perTenant.has(tenantId)) looker.lookSoon()
    },
    stop() {
      for (const waiter of waiters) waiter.end('gone')
      looker.stop()
    },
    async wait({ tenantId, queues, agent }, { ms, signal, isForTasks, onWaiting }) {
      if (signal.aborted || looker.isStopped()) return 'gone'
      if ((perTenant.get(tenantId) ?? 0) >= maxPerTenant) throw tooManyWaiting(maxPerTenant)
      onWaiting()
      const { promise, resolve } = Promise.withResolvers<WaitEnd>()
      const lanes = isForTasks
        ? queues.flatMap((queue) =>
            ['', agent.name].map((delegate) => laneOf(tenantId, queue, delegate)),
          )
        : []
      const waiter: Waiter = { tenantId, lanes, end: resolve }
      const onGone = () => resolve('gone')
      const timer = setTimeout(resolve, isForTasks ? ms : Math.min(ms, ROOM_LOOK_MS), 'time')
      signal.addEventListener('abort', onGone, { once: true })
      waiters.add(waiter)
      join(waiter, 1)
      looker.lookSoon()
      const end = await promise
      clearTimeout(timer)
      signal.removeEventListener('abort', onGone)
      waiters.delete(waiter)
      join(waiter, -1)
      return end
    },
  }
}

/** Looks while someone waits: soon after a change in this process, and otherwise at growing intervals. */
function createLooker(options: ClaimWatchOptions, waiters: Set<Waiter>) {
  const stopping = new AbortController()
  const pause = createPause()
  let isLooking = false
  let activeAt = 0

  async function lookOn(): Promise<void> {
    while (waiters.size > 0 && !stopping.signal.aborted) {
      const before = performance.now()
      const hasLooked = await look(options, waiters).then(
        () => true,
        // The database is unavailable: claims wait on, until their time is over.
        () => false,
      )
      if (activeAt > before && hasLooked) continue
      await pause.wait(hasLooked ? pollBackoffMs(performance.now() - activeAt) : FAILED_LOOK_MS)
    }
  }

  return {
    isStopped: () => stopping.signal.aborted,
    stop() {
      stopping.abort()
      pause.end()
    },
    lookSoon() {
      activeAt = performance.now()
      pause.end()
      if (isLooking) return
      isLooking = true
      void lookOn().finally(() => {
        isLooking = false
      })
    },
  }
}

/** A wait that can be ended early. */
function createPause() {
  let resume: (() => void) | undefined
  return {
    end: () => resume?.(),
    async wait(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      resume = resolve
      await promise
      clearTimeout(timer)
      resume = undefined
    },
  }
}

async function look({ readTogether }: ClaimWatchOptions, waiters: Set<Waiter>): Promise<void> {
  const demand = new Map<string, number>()
  for (const { lanes } of waiters)
    for (const lane of lanes) demand.set(lane, (demand.get(lane) ?? 0) + 1)
  const lanes = [...demand].map(([lane, wanted]) => {
    const [tenantId = '', queue = '', delegate = ''] = lane.split(' ')
    return { tenantId, queue, delegate, wanted }
  })
  const levels = new Map<string, number>()
  for (let at = 0; at < lanes.length; at += LANES_PER_LOOK) {
    const some = lanes.slice(at, at + LANES_PER_LOOK)
    const tenantIds = [...new Set(some.map(({ tenantId }) => tenantId))]
    const found = await readTogether<Level>(tenantIds, [countWaiting(some)])
    for (const { lane, count } of found) {
      const { tenantId, queue, delegate } = some[lane] ?? { tenantId: '', queue: '', delegate: '' }
      levels.set(laneOf(tenantId, queue, delegate), count)
    }
  }
  wakeWaiters(waiters, levels)
}

/** In the order in which they came; each takes one task of one of its lanes. */
function wakeWaiters(waiters: Set<Waiter>, levels: Map<string, number>): void {
  for (const waiter of waiters) {
    const lane = waiter.lanes.find((name) => (levels.get(name) ?? 0) > 0)
    if (lane === undefined) continue
    levels.set(lane, (levels.get(lane) ?? 0) - 1)
    waiter.end('tasks')
  }
}
