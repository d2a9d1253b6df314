// Jobs from the journal, a few at a time, oldest first; each result is in the journal before anybody hears of it.
import type { EdgeJobOrder } from '@task-service/contract'
import type { Journal } from '#edge/journal/journal.ts'
import { doJob, findStatement, isRepeatable, type JobTools } from './do-job.ts'
import { notDone, type Outcome } from './outcomes.ts'

export type WorkQueue = {
  /** Jobs that came in. Those that are known are not done twice. */
  take(orders: readonly EdgeJobOrder[]): void
  /** How many more can be taken now. */
  room(): number
  /** Waits until nothing is under way. */
  idle(): Promise<void>
  /** Begins nothing any more. */
  stop(): void
}

export type WorkQueueOptions = {
  journal: Journal
  /** Asked for each job: the file may have been read again meanwhile. */
  tools: () => JobTools
  /** A result is there to be sent, or there is room again. */
  onChange: () => void
  log: (line: string) => void
}

const MOST_WAITING = 64
/** Begun as soon as another ends, so that the way to the service is not waited for. */
const PER_WORKER = 4
const WAS_ENDED = 'The connector was ended during a write: it may be done or not. Look at the row.'

export const createWorkQueue = (options: WorkQueueOptions): WorkQueue => {
  const queue = new Queue(options)
  queue.resume()
  return queue
}

class Queue implements WorkQueue {
  readonly #options: WorkQueueOptions
  readonly #waiting: EdgeJobOrder[] = []
  /** Writes that were begun before a crash: it is too late to be too late. */
  readonly #begun = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: WorkQueueOptions) {
    this.#options = options
  }

  /** After a start: what was there before. A write that was begun is done again only where that cannot do harm. */
  resume(): void {
    const { journal, tools } = this.#options
    for (const { order, state } of journal.listOpen()) {
      const { policy } = tools()
      const statement = findStatement(policy, order)
      const database = policy.databases.get(order.database)
      if (state === 'begun') this.#begun.add(order.job)
      if (state === 'begun' && !(statement && database && isRepeatable(database, statement))) {
        this.#settle(order, notDone('unknown', 'outcome_unknown', WAS_ENDED, 0))
      } else {
        this.#waiting.push(order)
      }
    }
    this.#next()
  }

  take(orders: readonly EdgeJobOrder[]): void {
    const { journal, onChange } = this.#options
    const fresh: EdgeJobOrder[] = []
    journal.together(() => {
      for (const order of orders) if (journal.receive(order) === 'new') fresh.push(order)
    })
    this.#waiting.push(...fresh)
    onChange()
    this.#next()
  }

  room(): number {
    const { journal, tools } = this.#options
    const { concurrency, queueBytes, queueJobs } = tools().policy.limits
    const { jobs, bytes } = journal.counts()
    if (this.#isStopped || bytes >= queueBytes) return 0
    const open = this.#waiting.length + this.#running.size
    return Math.max(0, Math.min(MOST_WAITING, concurrency * PER_WORKER - open, queueJobs - jobs))
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  stop(): void {
    this.#isStopped = true
  }

  #next(): void {
    const { concurrency } = this.#options.tools().policy.limits
    while (!this.#isStopped && this.#running.size < concurrency) {
      const order = this.#waiting.shift()
      if (order === undefined) return
      const work = this.#work(order)
        .catch((error: unknown) =>
          this.#options.log(`${order.job} could not be kept: ${String(error)}`),
        )
        .finally(() => {
          this.#running.delete(work)
          this.#options.onChange()
          this.#next()
        })
      this.#running.add(work)
    }
  }

  async #work(order: EdgeJobOrder): Promise<void> {
    const { journal, tools } = this.#options
    const outcome = await doJob(order, tools(), {
      wasBegun: this.#begun.delete(order.job),
      beforeWrite: () => journal.begin(order.job),
    })
    this.#settle(order, outcome)
  }

  #settle({ job, database, statement }: EdgeJobOrder, { head, rows }: Outcome): void {
    const { journal, log, onChange } = this.#options
    journal.end(job, head, rows)
    const { outcome, problem, row_count: count, duration_ms: ms } = head
    const code = problem?.database_code === undefined ? '' : ` ${problem.database_code}`
    const why = problem === undefined ? '' : ` (${problem.code}${code})`
    log(`${job} ${database}.${statement ?? 'SQL'}: ${outcome}${why}, ${count} rows, ${ms} ms`)
    onChange()
  }
}
