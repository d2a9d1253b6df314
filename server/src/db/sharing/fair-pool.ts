// A connection pool shared by tenants: a tenant with many requests waits for its own connections and does not delay others.
import type { Pool, PoolClient } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { createFairQueue } from '#lib/fair/fair-queue.ts'
import { Problem } from '#lib/problem.ts'
import { connectAfter } from '../liveness/connect-after.ts'

export type Connect = () => Promise<PoolClient>

export type FairPoolOptions = {
  pool: Pool
  /** Connections that tenants may hold together. */
  size: number
  /** Requests of one tenant that may wait at the same time; null for no limit. */
  maxWaiting: number | null
  acquireTimeoutMs: number
  /** Percentage of the connections, while other tenants hold or need some; null for no limit. */
  share: number | null
}

/** Writes wait in a line of their own: a read behind them may proceed when they may not. */
type Holder = { tenantId: string; isWrite: boolean }
type Waiter = { holder: Holder; grant: () => void }
type Held = { all: number; writes: number }

const WRITES = 'writes '
const lineOf = ({ tenantId, isWrite }: Holder) => (isWrite ? `${WRITES}${tenantId}` : tenantId)
const holderOf = (line: string): Holder =>
  line.startsWith(WRITES)
    ? { tenantId: line.slice(WRITES.length), isWrite: true }
    : { tenantId: line, isWrite: false }

export class FairPool {
  readonly #options: FairPoolOptions
  readonly #queue = createFairQueue<Waiter>()
  readonly #held = new Map<string, Held>()
  readonly #taken: Held = { all: 0, writes: 0 }

  constructor(options: FairPoolOptions) {
    this.#options = options
  }

  waiting(): number {
    return this.#queue.size()
  }

  /** Where a read of this tenant gets its connection. */
  of(tenantId: string): { connect: Connect } {
    return { connect: () => this.#connect({ tenantId, isWrite: false }) }
  }

  /** The same for a transaction: it leaves one connection to reads, in case no commit returns. */
  ofWrites(tenantId: string): { connect: Connect } {
    return { connect: () => this.#connect({ tenantId, isWrite: true }) }
  }

  /** From now on counts a connection that is already in use as this tenant's; returns the function that ends it. */
  charge(tenantId: string): () => void {
    const holder = { tenantId, isWrite: false }
    this.#take(holder)
    return () => this.#release(holder)
  }

  async #connect(holder: Holder): Promise<PoolClient> {
    const { pool, acquireTimeoutMs } = this.#options
    const fromMs = performance.now()
    await this.#acquire(holder)
    try {
      // Opening a connection has a limit of its own, and a waiter that was granted one late may have to open it.
      const client = await connectAfter(performance.now() - fromMs, pool, acquireTimeoutMs)
      const release = client.release.bind(client)
      // The pool gives each holder a new `release`, so this one lasts as long as the connection is held.
      client.release = (error) => {
        client.release = release
        this.#release(holder)
        release(error)
      }
      return client
    } catch (error) {
      this.#release(holder)
      throw error
    }
  }

  #acquire(holder: Holder): Promise<void> {
    const line = lineOf(holder)
    const { maxWaiting, acquireTimeoutMs } = this.#options
    if (this.#queue.sizeOf(line) === 0 && this.#mayHold(line)) {
      this.#take(holder)
      return Promise.resolve()
    }
    if (maxWaiting !== null && this.#waitingOf(holder.tenantId) >= maxWaiting) {
      throw new Problem(
        'rate_limited',
        `${maxWaiting} requests of this tenant are already waiting for the database (SERVICE_ACP_LIMIT_WAITING). Send fewer concurrent requests.`,
        { headers: { 'retry-after': '1' } },
      )
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.remove(line, waiter)
        reject(new DatabaseUnavailable(`no connection was free within ${acquireTimeoutMs} ms`))
      }, acquireTimeoutMs)
      const waiter: Waiter = {
        holder,
        grant: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#queue.push(line, waiter)
    })
  }

  #waitingOf(tenantId: string): number {
    return this.#queue.sizeOf(tenantId) + this.#queue.sizeOf(`${WRITES}${tenantId}`)
  }

  /**
   * While others hold or need connections, at most the share. Alone, all but one: the next tenant finds a connection
   * immediately, without waiting for a statement of the first. Writes leave one more, because a commit that waits for a
   * synchronous standby keeps its connection.
   */
  #mayHold(line: string): boolean {
    const { size, share } = this.#options
    if (this.#taken.all >= size) return false
    if (share === null) return true
    const { tenantId, isWrite } = holderOf(line)
    const own = this.#held.get(tenantId) ?? { all: 0, writes: 0 }
    const isAlone = this.#taken.all === own.all && this.#queue.size() === this.#waitingOf(tenantId)
    const part = Math.ceil((size * share) / 100)
    const most = isAlone ? Math.max(part, size - 1) : part
    if (own.all >= most) return false
    return !isWrite || (own.writes < leaveOne(most) && this.#taken.writes < leaveOne(size))
  }

  #take(holder: Holder): void {
    const own = this.#held.get(holder.tenantId) ?? { all: 0, writes: 0 }
    this.#held.set(holder.tenantId, own)
    for (const held of [own, this.#taken]) add(held, holder, 1)
  }

  #release(holder: Holder): void {
    const own = this.#held.get(holder.tenantId)
    for (const held of [own, this.#taken]) if (held) add(held, holder, -1)
    if (own?.all === 0) this.#held.delete(holder.tenantId)
    for (;;) {
      const next = this.#queue.takeNext((waiting) => this.#mayHold(waiting))
      if (!next) return
      this.#take(next.holder)
      next.grant()
    }
  }
}

const leaveOne = (connections: number) => Math.max(1, connections - 1)

function add(held: Held, { isWrite }: Holder, change: 1 | -1): void {
  held.all += change
  if (isWrite) held.writes += change
}
