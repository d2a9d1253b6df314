// Runs jobs from the journal, a few at a time, oldest first; each result is stored in the journal before it is sent.
import type { EdgeJobOrder } from '@task-service/contract'
import type { Journal } from '#edge/journal/journal.ts'
import { doJob, findStatement, isRepeatable, type JobTools } from './do-job.ts'
import { notDone, type Outcome } from './outcomes.ts'

export type WorkQueue = {
  /** Adds received jobs. Known ones are not run twice. */
  take(orders: readonly EdgeJobOrder[]): void
  /** How many more jobs can be accepted. */
  room(): number
  /** Waits until no job is running. */
  idle(): Promise<void>
  /** Starts no more jobs. */
  stop(): void
}

export type WorkQueueOptions = {
  journal: Journal
  /** Called for each job, because the policy can be reloaded. */
  tools: () => JobTools
  /** A result is ready to be sent, or there is room for more jobs. */
  onChange: () => void
  log: (line: string) => void
}

const MOST_WAITING = 64
/** Prefetched, so that a worker does not wait for the next poll. */
const PER_WORKER = 4
const INTERRUPTED =
  'The connector stopped during a write: it may or may not be done. Check the row.'

export const createWorkQueue = (options: WorkQueueOptions): WorkQueue => {
  const queue = new Queue(options)
  queue.resume()
  return queue
}

class Queue implements WorkQueue {
  readonly #options: WorkQueueOptions
  readonly #waiting: EdgeJobOrder[] = []
  /** Writes that were started before a crash: they no longer expire. */
  readonly #begun = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: WorkQueueOptions) {
    this.#options = options
  }

  /** Resumes the jobs of the journal. A write that was started is repeated only if that is safe. */
  resume(): void {
    const { journal, tools } = this.#options
    for (const { order, state } of journal.listOpen()) {
      const { policy } = tools()
      const statement = findStatement(policy, order)
      const database = policy.databases.get(order.database)
      if (state === 'begun') this.#begun.add(order.job)
      if (state === 'begun' && !(statement && database && isRepeatable(database, statement))) {
        this.#settle(order, notDone('unknown', 'outcome_unknown', INTERRUPTED, 0))
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
          this.#options.log(`${order.job}: failed to store the result: ${String(error)}`),
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
