// Takes jobs from the queue and runs them: many at once, few for one receiver, and their results are written in batches.
// It can be killed at any moment: a job is acknowledged only after its results are stored.
import { setTimeout as sleep } from 'node:timers/promises'
import { createHeartbeat, type Heartbeat } from '#lib/heartbeat.ts'
import { createWakeup } from '#lib/wakeup.ts'
import { createFairAdmission, type FairAdmission } from './fair-admission.ts'
import type { Done, Prepared } from './job-handler.ts'
import { Load } from './load.ts'
import type { Job, JobData, NewJob } from './queue.ts'
import { createReceiverPool, type ReceiverPool } from './receiver-pool.ts'
import { createResultWriter, type ResultWriter } from './result-writer.ts'
import type { RunnerOptions } from './runner-options.ts'

type Slot = {
  owner: string
  group: string
  size: number
  bytes: number
  /** Being returned to the queue: the same job can be taken again before that call returns. */
  isLeaving: boolean
}

const MAX_BATCH = 256
const FIRST_BATCH = 4
const MIN_BATCH = 4
/** With less free capacity than this, a poll is not worth it. */
const MIN_FREE = 20
const SHORTEST_WAIT_MS = 25
const LONGEST_WAIT_MS = 500
const KEEP_ALIVE_MS = 3_000
/** Pause after a database failure, because all processes retry at the same time. */
const PAUSE_MS = 1_000

export class Runner<Data extends JobData, Work, Result> {
  readonly #options: RunnerOptions<Data, Work, Result>
  readonly #results: ResultWriter<Data, Work, Result>
  readonly #receivers: ReceiverPool
  readonly #shares: FairAdmission
  /** The same rule for the memory of jobs. */
  readonly #memory: FairAdmission
  readonly #minFree: number
  readonly #wakeup = createWakeup({ shortestMs: SHORTEST_WAIT_MS, longestMs: LONGEST_WAIT_MS })
  readonly #heartbeat: Heartbeat
  readonly #giveUp = new AbortController()
  readonly #active = new Map<string, Slot>()
  /** Tenants whose entries were held back. */
  readonly #held = new Set<string>()
  #inFlight = 0
  #begun = 0
  /** Jobs on which no work was done; they are returned together. */
  readonly #untouched: Job<Data>[] = []
  /** How many jobs to take: as many as were admitted the last time, or more. */
  #batchSize = FIRST_BATCH
  /** Average number of pieces per job. */
  #usualSize = 1
  /** The last poll found as many jobs as it asked for, so there are probably more. */
  #isMore = false
  #isStopping = false
  readonly #polling: Promise<void>
  readonly #keepingAlive: NodeJS.Timeout

  constructor(options: RunnerOptions<Data, Work, Result>) {
    this.#options = options
    this.#heartbeat = createHeartbeat(options.stalledMs)
    this.#results = createResultWriter(options.queue, options.handler)
    this.#receivers = createReceiverPool({
      onRoom: this.#wakeup.notify,
      mayStart: (tenantId) => !this.#hold(tenantId),
      ...(options.onOpen && { onOpen: options.onOpen }),
    })
    this.#shares = createFairAdmission({
      capacity: options.maxInFlight,
      onRoom: this.#wakeup.notify,
    })
    const maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY
    this.#memory = createFairAdmission({ capacity: maxBytes, onRoom: this.#wakeup.notify })
    this.#minFree = Math.min(MIN_FREE, Math.ceil(options.maxInFlight / 2))
    this.#keepingAlive = setInterval(() => {
      void this.#try('extend job leases', () => options.queue.keepAlive([...this.#active.keys()]))
    }, KEEP_ALIVE_MS)
    this.#polling = this.#pollLoop()
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** False when the loop has been stalled for a minute. */
  get isAlive(): boolean {
    return this.#heartbeat.isAlive()
  }

  /** Which receivers get nothing for a while, and how to try them again now. */
  get receivers(): Pick<ReceiverPool, 'listOpen' | 'listBlocked' | 'reset'> {
    return this.#receivers
  }

  /** There may be jobs; poll now. */
  wake(): void {
    this.#wakeup.notify()
  }

  /** Work in flight gets `graceMs` to end. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#wakeup.notify()
    await this.#polling
    await untilEmpty(this.#active, graceMs)
    // Aborted work returns to the queue.
    this.#giveUp.abort()
    await untilEmpty(this.#active, PAUSE_MS)
    clearInterval(this.#keepingAlive)
  }

  async #pollLoop(): Promise<void> {
    while (!this.#isStopping) {
      this.#heartbeat.beat()
      let wasBusy = false
      try {
        wasBusy = await this.#poll()
      } catch (error) {
        this.#options.onError(error, 'claim jobs')
        await sleep(PAUSE_MS)
      }
      if (!this.#isStopping) await this.#wakeup.wait(wasBusy)
    }
  }

  async #poll(): Promise<boolean> {
    this.#isMore = this.#free < this.#minFree
    if (this.#isMore) return true
    const limit = Math.min(this.#batchSize, Math.ceil(this.#free / this.#usualSize))
    const limiters = [this.#receivers, this.#shares, this.#memory]
    const blocked = new Set(limiters.flatMap((limiter) => limiter.listBlocked()))
    const taken = await this.#options.queue.take({ limit, exceptGroups: [...blocked] })
    this.#isMore = taken.length === limit
    const jobs = taken.filter(({ id }) => !this.#isWorkingOn(id))
    const byAdmission = Map.groupBy(jobs, (job) => this.#admit(job))
    const admitted = byAdmission.get(true) ?? []
    for (const [tenantId, ofTenant] of Map.groupBy(admitted, ({ data }) => data.tenant_id)) {
      void this.#work(tenantId, ofTenant)
    }
    const rejected = byAdmission.get(false) ?? []
    if (rejected.length > 0) this.#batchSize = Math.max(MIN_BATCH, admitted.length)
    else if (this.#isMore) this.#batchSize = Math.min(MAX_BATCH, this.#batchSize * 2)
    if (rejected.length > 0) await this.#putBack(rejected)
    else if (this.#isMore) this.#wakeup.notify()
    return jobs.length > 0
  }

  /**
   * A worker that was suspended or cut off finds its own jobs in the queue, given up as lost. Taking one claims it again, and
   * the call in flight completes it.
   */
  #isWorkingOn(jobId: string): boolean {
    return this.#active.get(jobId)?.isLeaving === false
  }

  /**
   * Nothing starts while maxInFlight is reached, or while results of the same tenant wait to be stored: those would be sent
   * again after a kill. A tenant whose results are slow to store does not delay the others.
   */
  #isHeld(tenantId: string): boolean {
    return this.#begun >= this.#options.maxInFlight || this.#results.isBehind(tenantId)
  }

  #hold(tenantId: string): boolean {
    const isHeld = this.#isHeld(tenantId)
    if (isHeld) this.#held.add(tenantId)
    return isHeld
  }

  #resumeHeld(): void {
    const free = [...this.#held].filter((tenantId) => !this.#isHeld(tenantId))
    for (const tenantId of free) this.#held.delete(tenantId)
    if (free.length > 0) this.#receivers.resume()
  }

  get #free(): number {
    return this.#options.maxInFlight - this.#inFlight
  }

  #admit({ id, data }: Job<Data>): boolean {
    const { handler, ownerOf } = this.#options
    const owner = ownerOf?.(data) ?? data.tenant_id
    const group = handler.groupOf(data)
    const slot: Slot = { owner, group, size: handler.sizeOf(data), bytes: 0, isLeaving: false }
    this.#active.set(id, slot)
    if (!this.#shares.admit(slot)) return false
    this.#inFlight += slot.size
    if (!this.#admitToMemory(slot, handler.bytesOf?.(data) ?? 0)) {
      this.#leave(slot.owner, slot.size)
      return false
    }
    if (!this.#receivers.admit(slot.group, slot.size)) {
      this.#leave(slot.owner, slot.size)
      return false
    }
    this.#usualSize += (slot.size - this.#usualSize) / 8
    return true
  }

  /** Held until the job has left the worker: its pieces are loaded together. */
  #admitToMemory(slot: Slot, bytes: number): boolean {
    if (bytes === 0) return true
    if (!this.#memory.admit({ ...slot, size: bytes })) return false
    slot.bytes = bytes
    return true
  }

  #slotOf(jobId: string): Slot {
    const slot = this.#active.get(jobId)
    if (!slot) throw new Error('this job was not taken')
    return slot
  }

  #leave(owner: string, pieces: number): void {
    this.#inFlight -= pieces
    this.#shares.leave(owner, pieces)
  }

  async #work(tenantId: string, jobs: readonly Job<Data>[]): Promise<void> {
    try {
      const prepared = await this.#options.handler.prepare(tenantId, jobs)
      for (const one of prepared) this.#begin(tenantId, one)
    } catch (error) {
      this.#options.onError(error, 'load jobs')
      await sleep(PAUSE_MS)
      for (const { id } of jobs) {
        const { owner, group, size } = this.#slotOf(id)
        this.#receivers.leave(group, size)
        this.#leave(owner, size)
      }
      await this.#putBack(jobs)
    }
  }

  #begin(tenantId: string, prepared: Prepared<Data, Work>): void {
    const { handler } = this.#options
    const { job, works } = prepared
    const { owner, group, size } = this.#slotOf(job.id)
    const load = new Load(prepared, handler)
    const release = (work: Work) => {
      load.release(work)
      this.#endPiece(load, owner)
    }
    for (const work of works) {
      this.#receivers.submit(group, {
        owner: tenantId,
        start: async () => {
          const result = await this.#perform(work)
          if (result === undefined) {
            release(work)
            return 'failing'
          }
          void this.#store(tenantId, { work, result }).then(
            (next) => {
              load.end(next)
              this.#endPiece(load, owner)
            },
            () => release(work),
          )
          return handler.healthOf(result)
        },
        release: () => release(work),
      })
    }
    this.#receivers.leave(group, size - works.length)
    this.#leave(owner, size - works.length)
    if (works.length === 0) void this.#finish(load)
  }

  async #perform(work: Work): Promise<Result | undefined> {
    this.#begun += 1
    try {
      return await this.#options.handler.perform(work, this.#giveUp.signal)
    } finally {
      this.#begun -= 1
    }
  }

  async #store(tenantId: string, done: Done<Work, Result>): Promise<NewJob<Data> | undefined> {
    try {
      return await this.#results.write(tenantId, done)
    } catch (error) {
      this.#options.onError(error, 'store a result')
      throw error
    }
  }

  #endPiece(load: Load<Data, Work>, owner: string): void {
    this.#leave(owner, 1)
    if (this.#held.size > 0) this.#resumeHeld()
    if (load.isOver) void this.#finish(load)
    else this.#pollForMore()
  }

  async #finish(load: Load<Data, Work>): Promise<void> {
    const { job } = load
    const end = load.summarize()
    if (end === 'untouched') return this.#putBackSoon(job)
    try {
      await this.#results.ack({ id: job.id, next: end.next })
      this.#forget(job.id, this.#slotOf(job.id))
      this.#pollForMore()
    } catch (error) {
      this.#options.onError(error, 'complete a job')
      await this.#putBack([job])
    }
  }

  #putBackSoon(job: Job<Data>): void {
    this.#untouched.push(job)
    // Jobs released together are sent in one statement.
    if (this.#untouched.length > 1) return
    setImmediate(() => void this.#putBack(this.#untouched.splice(0)))
  }

  async #putBack(jobs: readonly Job<Data>[]): Promise<void> {
    const leaving = jobs.map(({ id }) => [id, this.#slotOf(id)] as const)
    for (const [, slot] of leaving) slot.isLeaving = true
    const ids = jobs.map(({ id }) => id)
    await this.#try('release jobs', () => this.#options.queue.release(ids))
    for (const [id, slot] of leaving) this.#forget(id, slot)
    this.#pollForMore()
  }

  #forget(id: string, slot: Slot): void {
    // It may have been claimed again in the meantime.
    if (this.#active.get(id) === slot) this.#active.delete(id)
    if (slot.bytes > 0) this.#memory.leave(slot.owner, slot.bytes)
  }

  #pollForMore(): void {
    if (this.#isMore && this.#free >= this.#minFree) this.#wakeup.notify()
  }

  async #try(step: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.onError(error, step)
    }
  }
}

async function untilEmpty(active: ReadonlyMap<string, unknown>, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs
  while (active.size > 0 && Date.now() < deadline) await sleep(20)
}
