// Collects reads that wait at the same time into batches, and keeps a tenant with slow reads from delaying the others.
import type { Pool } from 'pg'
import { createFairQueue } from '#lib/fair/fair-queue.ts'
import { createLruMap } from '#lib/lru-map.ts'
import { earlierWaitMs } from '#lib/time/earlier-wait.ts'
import { connectAfter, remainingWaitMs, waitedTooLong } from './liveness/connect-after.ts'
import {
  openReads,
  type PendingRead,
  type QueryConfig,
  ReadBatch,
  type Reading,
  type ReadSession,
  readAlone,
} from './read-batch.ts'
import type { Position } from './replica/position.ts'
import type { FairPool } from './sharing/fair-pool.ts'

/** With more in one batch, the first would wait for the last. */
const MAX_READS = 16
/** Enough to keep several cores of the database busy, few enough that reads share batches. */
const MAX_BATCHES = 4
/** Reads in batches take about a millisecond; those behind one that takes this long move to another batch. */
const SLOW_MS = 200
/** How long after a slow read its tenant reads separately. */
const SEPARATE_MS = 1_000
const MAX_SEPARATE = 10_000

export type ReadBatcherOptions = {
  pool: Pool
  session: ReadSession
  /** For reads of a slow tenant, on connections that count as its own. */
  tenants: FairPool
  /** Whether one batch is left to the others, however many reads one tenant sends. */
  leavesOne: boolean
}

export class ReadBatcher {
  readonly #options: ReadBatcherOptions
  readonly #queue = createFairQueue<PendingRead>()
  readonly #slowUntil = createLruMap<number>(MAX_SEPARATE)
  /** Number of batches with reads of a tenant. */
  readonly #batchesOf = new Map<string, number>()
  readonly #slots: number
  readonly #slotsOfOne: number
  readonly #runs = new Set<Run>()
  #running = 0
  #isStarting = false

  constructor(options: ReadBatcherOptions) {
    this.#options = options
    this.#slots = Math.min(MAX_BATCHES, options.pool.options.max)
    this.#slotsOfOne = options.leavesOne ? Math.max(1, this.#slots - 1) : this.#slots
  }

  waiting(): number {
    return this.#queue.size()
  }

  /** `after`: what a replica must have replayed. */
  read(tenantId: string, config: QueryConfig, after?: Position): Promise<Reading> {
    return new Promise((resolve, reject) => {
      const read = { tenantId, config, after, earlierMs: earlierWaitMs(), resolve, reject }
      if (this.#isSlow(tenantId)) return void this.#readSeparately(read)
      this.#queue.push(tenantId, read)
      this.#limitWait(read)
      if (this.#isStarting) return
      this.#isStarting = true
      // Reads that arrive in the same turn of the event loop join.
      setImmediate(() => {
        this.#isStarting = false
        this.#start()
      })
    })
  }

  /** Of a caller that waited before. Once a batch has a connection, the statement timeout is the limit. */
  #limitWait(read: PendingRead): void {
    const remainingMs = remainingWaitMs(read.earlierMs ?? 0)
    if (remainingMs === undefined) return
    setTimeout(() => {
      if (this.#queue.remove(read.tenantId, read)) read.reject(waitedTooLong())
    }, remainingMs)
  }

  #mayGo(tenantId: string): boolean {
    return (this.#batchesOf.get(tenantId) ?? 0) < this.#slotsOfOne
  }

  #start(): void {
    if (this.#running >= this.#slots || !this.#queue.hasNext((id) => this.#mayGo(id))) return
    this.#running++
    const run = new Run(() => this.#running--)
    this.#send(run)
      .catch((error: Error) => {
        // No connection: the reads that would have been next share the failure.
        for (const { reject } of this.#takeNext(new Set())) reject(error)
      })
      .finally(() => {
        run.freeSlot()
        this.#start()
      })
  }

  async #send(run: Run): Promise<void> {
    const { pool, session } = this.#options
    const client = await pool.connect()
    await openReads(client, session)
    const reads = this.#takeNext(run.members)
    // Another batch may have taken them.
    if (reads.length === 0 && !session.isShared) return client.release()
    this.#runs.add(run)
    for (const id of run.members) this.#batchesOf.set(id, (this.#batchesOf.get(id) ?? 0) + 1)
    this.#start()
    const batch = new ReadBatch(reads, (read) => this.#repeat(read))
    const stopWatching = this.#watch(batch, run)
    await batch.send(client, session)
    stopWatching()
    this.#runs.delete(run)
    for (const id of run.members) this.#leave(id)
    for (const endCharge of run.charges.values()) endCharge()
  }

  #repeat(read: PendingRead): void {
    if (this.#isSlow(read.tenantId)) void this.#readSeparately(read)
    else this.#queue.putBack(read.tenantId, read)
  }

  /** One read of each tenant in turn. */
  #takeNext(members: Set<string>): PendingRead[] {
    const reads: PendingRead[] = []
    while (reads.length < MAX_READS) {
      const read = this.#queue.takeNext((id) => members.has(id) || this.#mayGo(id))
      if (!read) break
      members.add(read.tenantId)
      reads.push(read)
    }
    return reads
  }

  #leave(tenantId: string): void {
    const left = (this.#batchesOf.get(tenantId) ?? 1) - 1
    if (left === 0) this.#batchesOf.delete(tenantId)
    else this.#batchesOf.set(tenantId, left)
  }

  #watch(batch: ReadBatch, run: Run): () => void {
    let timer: NodeJS.Timeout | undefined
    let slowTenant: string | undefined
    const check = () => {
      const { current } = batch
      if (!current) return
      const leftMs = SLOW_MS - (performance.now() - current.sinceMs)
      if (leftMs > 0) return wait(leftMs)
      slowTenant = current.tenantId
      this.#setApart(slowTenant, batch, run)
    }
    // Results that arrived while this process was busy are read before the check.
    const wait = (ms: number) => {
      timer = setTimeout(() => setImmediate(check), ms)
    }
    wait(SLOW_MS)
    return () => {
      clearTimeout(timer)
      if (slowTenant) this.#markSlow(slowTenant)
    }
  }

  /** From now on the batch belongs to the slow tenant alone: its other reads, and its slot, move to the next batch. */
  #setApart(tenantId: string, batch: ReadBatch, run: Run): void {
    this.#markSlow(tenantId)
    for (const read of batch.takeOthers(tenantId).toReversed()) {
      this.#queue.putBack(read.tenantId, read)
    }
    for (const id of run.members) if (id !== tenantId) this.#leave(id)
    run.members.clear()
    run.members.add(tenantId)
    run.freeSlot()
    // All its batches are counted before it gets further connections: they are most likely as slow.
    for (const { members, charges } of this.#runs) {
      if (!members.has(tenantId) || charges.has(tenantId)) continue
      charges.set(tenantId, this.#options.tenants.charge(tenantId))
    }
    for (;;) {
      const read = this.#queue.takeNext((id) => id === tenantId)
      if (!read) break
      void this.#readSeparately(read)
    }
    this.#start()
  }

  #isSlow(tenantId: string): boolean {
    return performance.now() < (this.#slowUntil.get(tenantId) ?? 0)
  }

  #markSlow(tenantId: string): void {
    this.#slowUntil.set(tenantId, performance.now() + SEPARATE_MS)
  }

  async #readSeparately({ resolve, reject, earlierMs = 0, ...read }: PendingRead): Promise<void> {
    const { tenants, session } = this.#options
    const { tenantId } = read
    // The wait for a connection does not count: it may be long because others are slow.
    let startedAt = Number.POSITIVE_INFINITY
    const connect = async () => {
      const client = await connectAfter(earlierMs, tenants.of(tenantId))
      startedAt = performance.now()
      return client
    }
    await readAlone(connect, session, read).then(resolve, reject)
    if (performance.now() - startedAt >= SLOW_MS) this.#markSlow(tenantId)
  }
}

/** A batch in flight. */
class Run {
  readonly members = new Set<string>()
  /** Ends what is charged to each slow tenant for it. */
  readonly charges = new Map<string, () => void>()
  #freeSlot: (() => void) | undefined

  constructor(freeSlot: () => void) {
    this.#freeSlot = freeSlot
  }

  /** Idempotent. */
  freeSlot(): void {
    this.#freeSlot?.()
    this.#freeSlot = undefined
  }
}
