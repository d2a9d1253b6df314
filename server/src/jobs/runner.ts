// Takes jobs from the queue and sees them through: many at once, few for one receiver, and what came of them is written
// down together. Killed at any moment it loses nothing: a job ends after its result is stored.
import { setTimeout as sleep } from 'node:timers/promises'
import { createWaker } from '#lib/waker.ts'
import { type Books, openBooks } from './books.ts'
import { createLanes, type Lanes } from './lanes.ts'
import type { Job, JobData, Queue } from './queue.ts'
import { createShares, type Shares } from './shares.ts'
import type { Prepared, Trade } from './trade.ts'

export type RunnerOptions<Data extends JobData, Work, Result> = {
  queue: Queue<Data>
  trade: Trade<Data, Work, Result>
  maxUnderWay: number
  /** Who has a share of the room; the tenant unless told otherwise. */
  ownerOf?: (data: Data) => string
  onError: (error: unknown, doing: string) => void
}

const MOST_AT_ONCE = 500
const FIRST_APPETITE = 50
/** Fewer are not worth a question, where there is room for more. */
const LEAST_APPETITE = 20
const SHORTEST_WAIT_MS = 25
const LONGEST_WAIT_MS = 500
const KEEP_ALIVE_MS = 3_000
/** After a failure of the database, which everybody asks again at the same time. */
const PAUSE_MS = 1_000

export class Runner<Data extends JobData, Work, Result> {
  readonly #options: RunnerOptions<Data, Work, Result>
  readonly #books: Books<Data, Work, Result>
  readonly #lanes: Lanes
  readonly #shares: Shares
  readonly #leastAppetite: number
  readonly #waker = createWaker({ shortestMs: SHORTEST_WAIT_MS, longestMs: LONGEST_WAIT_MS })
  readonly #giveUp = new AbortController()
  readonly #active = new Set<string>()
  /** Jobs that lanes gave back; they go back together. */
  readonly #returned: Job<Data>[] = []
  /** How many jobs to ask for: as many as found room the last time, or more. */
  #appetite = FIRST_APPETITE
  /** The last look found all it asked for, so there is probably more. */
  #isMore = false
  #isStopping = false
  readonly #looking: Promise<void>
  readonly #keepingAlive: NodeJS.Timeout

  constructor(options: RunnerOptions<Data, Work, Result>) {
    this.#options = options
    this.#books = openBooks(options.queue, options.trade)
    this.#lanes = createLanes({ onRoom: this.#waker.wake })
    this.#shares = createShares({ room: options.maxUnderWay, onRoom: this.#waker.wake })
    this.#leastAppetite = Math.min(LEAST_APPETITE, Math.ceil(options.maxUnderWay / 2))
    this.#keepingAlive = setInterval(() => {
      void this.#try('keeping jobs alive', () => options.queue.keepAlive([...this.#active]))
    }, KEEP_ALIVE_MS)
    this.#looking = this.#lookAgainAndAgain()
  }

  get underWay(): number {
    return this.#active.size
  }

  /** There may be jobs; look now. */
  wake(): void {
    this.#waker.wake()
  }

  /** What is under way gets `graceMs` to end. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#waker.wake()
    await this.#looking
    await untilEmpty(this.#active, graceMs)
    // What is given up goes back to the queue.
    this.#giveUp.abort()
    await untilEmpty(this.#active, PAUSE_MS)
    clearInterval(this.#keepingAlive)
  }

  async #lookAgainAndAgain(): Promise<void> {
    while (!this.#isStopping) {
      let wasBusy = false
      try {
        wasBusy = await this.#look()
      } catch (error) {
        this.#options.onError(error, 'taking jobs')
        await sleep(PAUSE_MS)
      }
      if (!this.#isStopping) await this.#waker.wait(wasBusy)
    }
  }

  async #look(): Promise<boolean> {
    const room = this.#options.maxUnderWay - this.#active.size
    this.#isMore = room < this.#leastAppetite
    if (this.#isMore) return true
    const limit = Math.min(this.#appetite, room)
    const closed = new Set([...this.#lanes.listClosed(), ...this.#shares.listClosed()])
    const jobs = await this.#options.queue.take({ limit, exceptGroups: [...closed] })
    for (const { id } of jobs) this.#active.add(id)
    const byTenant = Map.groupBy(
      jobs.filter((job) => this.#admits(job)),
      ({ data }) => data.tenant_id,
    )
    for (const [tenantId, ofTenant] of byTenant) void this.#work(tenantId, ofTenant)
    this.#isMore = jobs.length === limit
    if (this.#isMore) {
      this.#appetite = Math.min(MOST_AT_ONCE, this.#appetite * 2)
      this.#waker.wake()
    }
    return jobs.length > 0
  }

  #admits(job: Job<Data>): boolean {
    const { trade, ownerOf } = this.#options
    const owner = ownerOf?.(job.data) ?? job.data.tenant_id
    const isAdmitted = this.#shares.admit({ id: job.id, owner, group: trade.groupOf(job.data) })
    if (!isAdmitted) this.#giveBack(job)
    return isAdmitted
  }

  async #work(tenantId: string, jobs: readonly Job<Data>[]): Promise<void> {
    try {
      for (const prepared of await this.#options.trade.prepare(tenantId, jobs)) {
        this.#begin(tenantId, prepared)
      }
    } catch (error) {
      this.#options.onError(error, 'reading what jobs need')
      await sleep(PAUSE_MS)
      await this.#putBack(jobs)
    }
  }

  #begin(tenantId: string, prepared: Prepared<Data, Work>): void {
    const { job } = prepared
    if (!('work' in prepared)) {
      void this.#finish(job, this.#books.settle({ id: job.id, next: prepared.next }))
      return
    }
    const { work } = prepared
    const { trade } = this.#options
    this.#lanes.submit(trade.groupOf(job.data), {
      start: async () => {
        const result = await trade.perform(work, this.#giveUp.signal)
        if (result === undefined) {
          void this.#putBack([job])
          return 'unwell'
        }
        void this.#finish(job, this.#books.record(tenantId, { job, work, result }))
        return trade.moodOf(result)
      },
      giveBack: () => this.#giveBack(job),
    })
  }

  async #finish(job: Job<Data>, storing: Promise<void>): Promise<void> {
    try {
      await storing
      this.#forget([job])
    } catch (error) {
      this.#options.onError(error, 'storing what came of a job')
      await this.#putBack([job])
    }
  }

  #giveBack(job: Job<Data>): void {
    this.#returned.push(job)
    // Whoever gives back many does so in one turn of the event loop.
    if (this.#returned.length > 1) return
    setImmediate(() => {
      const jobs = this.#returned.splice(0)
      this.#appetite = Math.max(LEAST_APPETITE, this.#appetite - jobs.length)
      void this.#putBack(jobs)
    })
  }

  async #putBack(jobs: readonly Job<Data>[]): Promise<void> {
    const ids = jobs.map(({ id }) => id)
    await this.#try('putting jobs back', () => this.#options.queue.release(ids))
    this.#forget(jobs)
  }

  #forget(jobs: readonly Job<Data>[]): void {
    for (const { id } of jobs) {
      this.#active.delete(id)
      this.#shares.leave(id)
    }
    const room = this.#options.maxUnderWay - this.#active.size
    if (this.#isMore && room >= this.#leastAppetite) this.#waker.wake()
  }

  async #try(doing: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.onError(error, doing)
    }
  }
}

async function untilEmpty(active: ReadonlySet<string>, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs
  while (active.size > 0 && Date.now() < deadline) await sleep(20)
}
