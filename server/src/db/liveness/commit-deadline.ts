// How long commits may take, and which have taken longer. PostgreSQL's own timeouts do not end the wait of a commit for a
// synchronous standby.
import type { PoolClient } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { UNKNOWN_SILENCE_MS } from './watchdog.ts'
import { WatchedClient } from './watched-client.ts'
import { within } from './within.ts'

/** Tenants with late commits, and how many: shared by the pools of a process. */
export type LateTenants = Map<string, number>

/** A wait for a connection up to this long leaves the whole time to the commit; a longer one shortens it. */
const FREE_WAIT_MS = 1_000
const SHORTEST_MS = 500

export type Committing = {
  /** Whose rows are written. */
  tenantIds?: readonly string[] | undefined
  /** For the connection. The caller waits for that and for the commit. */
  waitedMs?: number | undefined
}

export type CommitDeadlineOptions = {
  timeoutMs: number
  /** Connections of the pool that late commits may hold; with as many, other writes are rejected at once. */
  most: number
  lateTenants: LateTenants
}

export class CommitDeadline {
  readonly #options: CommitDeadlineOptions
  #unconfirmed = 0

  constructor(options: CommitDeadlineOptions) {
    this.#options = options
  }

  /** Commits whose caller got an error because they took too long, and that PostgreSQL has not confirmed since. */
  get unconfirmed(): number {
    return this.#unconfirmed
  }

  /**
   * Before a transaction begins: behind a late commit of the same tenant it would wait for its locks, and behind many it would
   * take one of the last connections, which reads need. It would end the same way.
   */
  admit(tenantId?: string): void {
    const { most, lateTenants } = this.#options
    const isLate = tenantId !== undefined && lateTenants.has(tenantId)
    if (!isLate && this.#unconfirmed < most) return
    throw new DatabaseUnavailable('earlier commits are not confirmed')
  }

  /** The connection stays in use until the server responds. */
  async confirm<T>(
    client: PoolClient,
    answer: Promise<T>,
    { tenantIds = [], waitedMs = 0 }: Committing,
  ): Promise<T> {
    const progress = { isSettled: false, isLate: false }
    const settle = () => {
      progress.isSettled = true
      if (progress.isLate) this.#count(tenantIds, -1)
    }
    answer.then(settle, settle)
    try {
      return await confirmWithin(client, this.#remainingMs(waitedMs), answer)
    } catch (error) {
      if (!progress.isSettled) {
        progress.isLate = true
        this.#count(tenantIds, 1)
      }
      throw error
    }
  }

  #remainingMs(waitedMs: number): number {
    const { timeoutMs } = this.#options
    return Math.min(timeoutMs, Math.max(SHORTEST_MS, timeoutMs + FREE_WAIT_MS - waitedMs))
  }

  #count(tenantIds: readonly string[], change: 1 | -1): void {
    this.#unconfirmed += change
    const { lateTenants } = this.#options
    for (const id of tenantIds) {
      const count = (lateTenants.get(id) ?? 0) + change
      if (count > 0) lateTenants.set(id, count)
      else lateTenants.delete(id)
    }
  }
}

/** Idle connections that have been silent for as long are replaced: the next request would wait on one of them. */
export async function confirmWithin<T>(
  client: PoolClient,
  timeoutMs: number,
  answer: Promise<T>,
): Promise<T> {
  try {
    return await within(timeoutMs, answer)
  } catch (cause) {
    if (client instanceof WatchedClient) client.suspectIdle(timeoutMs - UNKNOWN_SILENCE_MS)
    throw new DatabaseUnavailable('the commit was not confirmed', { cause })
  }
}
