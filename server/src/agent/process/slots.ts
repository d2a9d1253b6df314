// Slots of plugin processes: a fixed number per lane, a share of it per tenant, and a bounded queue with turns by tenant, so
// that neither a tenant nor a lane can take the processes of another.
import { ProcessFailure } from './process-failure.ts'

/**
 * - `quick`: computes without requests (verifying a webhook, naming hosts). May use every process, so what the other lanes
 *   do not use is reserved for it.
 * - `request`: a user waits for the response, and a vendor is called.
 * - `sync`: background work.
 */
export type Lane = 'quick' | 'request' | 'sync'

export type LaneLimits = {
  /** Concurrent calls. */
  processes: number
  /** Concurrent calls of one tenant. */
  perTenant: number
  /** Waiting calls of one tenant, and how long each waits. */
  queuePerTenant: number
  waitMs: number
}

export type SlotLimits = { processes: number; lanes: Record<Lane, LaneLimits> }

type Waiter = { grant: () => void }
type LaneState = { used: number; usedBy: Map<string, number>; waiting: Map<string, Waiter[]> }

/** When a caller may retry after it found no free process. */
const RETRY_MS = 5_000
/** In the order in which they are served. */
const lanes = ['quick', 'request', 'sync'] as const satisfies readonly Lane[]

export class Slots {
  readonly #limits: SlotLimits
  readonly #lanes: Record<Lane, LaneState>
  #used = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
    this.#lanes = { quick: createLane(), request: createLane(), sync: createLane() }
  }

  /** Resolves with the function that releases the slot. */
  async acquire(lane: Lane, tenantId: string, signal?: AbortSignal): Promise<() => void> {
    const isFirst = !this.#lanes[lane].waiting.has(tenantId)
    if (!(isFirst && this.#isFree(lane, tenantId))) await this.#wait(lane, tenantId, signal)
    else this.#take(lane, tenantId)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#release(lane, tenantId)
    }
  }

  waitingCount(): number {
    return lanes.reduce((sum, lane) => sum + countAll(this.#lanes[lane].waiting), 0)
  }

  #isFree(lane: Lane, tenantId: string): boolean {
    const { used, usedBy } = this.#lanes[lane]
    const { processes, perTenant } = this.#limits.lanes[lane]
    return (
      this.#used < this.#limits.processes &&
      used < processes &&
      (usedBy.get(tenantId) ?? 0) < perTenant
    )
  }

  #take(lane: Lane, tenantId: string): void {
    const state = this.#lanes[lane]
    this.#used++
    state.used++
    state.usedBy.set(tenantId, (state.usedBy.get(tenantId) ?? 0) + 1)
  }

  #release(lane: Lane, tenantId: string): void {
    const state = this.#lanes[lane]
    this.#used--
    state.used--
    const left = (state.usedBy.get(tenantId) ?? 1) - 1
    if (left === 0) state.usedBy.delete(tenantId)
    else state.usedBy.set(tenantId, left)
    for (const each of lanes) this.#serve(each)
  }

  #serve(lane: Lane): void {
    for (;;) {
      const tenantId = this.#nextTenant(lane)
      if (tenantId === undefined) return
      this.#take(lane, tenantId)
      this.#lanes[lane].waiting.get(tenantId)?.[0]?.grant()
    }
  }

  /** The tenant with the fewest slots; of several the one that was served longest ago. */
  #nextTenant(lane: Lane): string | undefined {
    const { waiting, usedBy } = this.#lanes[lane]
    let next: { tenantId: string; used: number } | undefined
    for (const tenantId of waiting.keys()) {
      const used = usedBy.get(tenantId) ?? 0
      if ((!next || used < next.used) && this.#isFree(lane, tenantId)) next = { tenantId, used }
    }
    return next?.tenantId
  }

  async #wait(lane: Lane, tenantId: string, signal: AbortSignal | undefined): Promise<void> {
    const { waiting } = this.#lanes[lane]
    const { queuePerTenant, waitMs } = this.#limits.lanes[lane]
    const queue = waiting.get(tenantId) ?? []
    if (queue.length >= queuePerTenant) {
      throw busy(`${queuePerTenant} calls of this tenant are already waiting for a plugin process.`)
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      queue.splice(queue.indexOf(waiter), 1)
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      if (queue.length === 0) waiting.delete(tenantId)
    }
    const fail = (failure: ProcessFailure) => {
      leave()
      reject(failure)
    }
    const grant = () => {
      leave()
      // Moved to the end, so that the other tenants have their turn first.
      if (waiting.delete(tenantId)) waiting.set(tenantId, queue)
      resolve()
    }
    const giveUp = () => fail(new ProcessFailure('late', 'transient', 'The call was canceled.'))
    const waiter: Waiter = { grant }
    const timer = setTimeout(
      () => fail(busy(`No plugin process was available within ${waitMs} ms.`)),
      waitMs,
    ).unref()
    queue.push(waiter)
    waiting.set(tenantId, queue)
    signal?.addEventListener('abort', giveUp, { once: true })
    if (signal?.aborted) giveUp()
    await promise
  }
}

const createLane = (): LaneState => ({ used: 0, usedBy: new Map(), waiting: new Map() })

const countAll = (waiting: ReadonlyMap<string, readonly Waiter[]>) =>
  [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)

const busy = (message: string) =>
  new ProcessFailure('busy', 'transient', message, { retryAfterMs: RETRY_MS })
