// A connection pool shared by tenants: a tenant with many requests waits for its own connections and does not delay others.
import type { Pool, PoolClient } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { createFairQueue } from '#lib/fair/fair-queue.ts'
import { Problem } from '#lib/problem.ts'

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

type Waiter = { tenantId: string; grant: () => void }

export class FairPool {
  readonly #options: FairPoolOptions
  readonly #queue = createFairQueue<Waiter>()
  readonly #held = new Map<string, number>()
  #taken = 0

  constructor(options: FairPoolOptions) {
    this.#options = options
  }

  waiting(): number {
    return this.#queue.size()
  }

  /** Where a transaction of this tenant gets its connection. */
  of(tenantId: string): { connect: Connect } {
    return { connect: () => this.#connect(tenantId) }
  }

  /** From now on counts a connection that is already in use as this tenant's; returns the function that ends it. */
  charge(tenantId: string): () => void {
    this.#take(tenantId)
    return () => this.#release(tenantId)
  }

  async #connect(tenantId: string): Promise<PoolClient> {
    await this.#acquire(tenantId)
    try {
      const client = await this.#options.pool.connect()
      const release = client.release.bind(client)
      // The pool gives each holder a new `release`, so this one lasts as long as the connection is held.
      client.release = (error) => {
        client.release = release
        this.#release(tenantId)
        release(error)
      }
      return client
    } catch (error) {
      this.#release(tenantId)
      throw error
    }
  }

  #acquire(tenantId: string): Promise<void> {
    const { maxWaiting, acquireTimeoutMs } = this.#options
    if (this.#queue.sizeOf(tenantId) === 0 && this.#mayHold(tenantId)) {
      this.#take(tenantId)
      return Promise.resolve()
    }
    if (maxWaiting !== null && this.#queue.sizeOf(tenantId) >= maxWaiting) {
      throw new Problem(
        'rate_limited',
        `${maxWaiting} requests of this tenant are already waiting for the database (SERVICE_ACP_LIMIT_WAITING). Send fewer concurrent requests.`,
        { headers: { 'retry-after': '1' } },
      )
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.remove(tenantId, waiter)
        reject(new DatabaseUnavailable(`no connection was free within ${acquireTimeoutMs} ms`))
      }, acquireTimeoutMs)
      const waiter: Waiter = {
        tenantId,
        grant: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#queue.push(tenantId, waiter)
    })
  }

  /**
   * While others hold or need connections, at most the share. Alone, all but one: the next tenant finds a connection
   * immediately, without waiting for a statement of the first.
   */
  #mayHold(tenantId: string): boolean {
    const { size, share } = this.#options
    if (this.#taken >= size) return false
    if (share === null) return true
    const own = this.#held.get(tenantId) ?? 0
    const isAlone = this.#taken === own && !this.#queue.hasOthers(tenantId)
    const most = Math.ceil((size * share) / 100)
    return own < (isAlone ? Math.max(most, size - 1) : most)
  }

  #take(tenantId: string): void {
    this.#taken++
    this.#held.set(tenantId, (this.#held.get(tenantId) ?? 0) + 1)
  }

  #release(tenantId: string): void {
    this.#taken--
    const own = (this.#held.get(tenantId) ?? 1) - 1
    if (own === 0) this.#held.delete(tenantId)
    else this.#held.set(tenantId, own)
    for (;;) {
      const next = this.#queue.takeNext((waiting) => this.#mayHold(waiting))
      if (!next) return
      this.#take(next.tenantId)
      next.grant()
    }
  }
}
