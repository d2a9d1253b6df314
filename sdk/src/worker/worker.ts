// The worker loop: claims as many tasks as it has room for, and on a signal stops claiming and lets the running ones finish.
import { isTaskServiceError, type TaskServiceError } from '../errors.ts'
import type { ClaimedTask, Task } from '../generated/types.gen.ts'
import { sleep } from '../request/deadline.ts'
import { type Ending, endRun, type RunOutcome, type Settled } from './end-run.ts'
import { createRunCalls, type RunClient } from './run-calls.ts'
import { TaskRun } from './task-run.ts'

/** The returned value is the result of the task. An error fails the run: see TaskFailure and TaskRelease. */
export type TaskHandler = (task: Task, run: TaskRun) => unknown

export interface WorkerResult {
  task: Task
  runId: string
  outcome: RunOutcome
  /** Why it failed, was released or was lost. */
  error?: unknown
}

export interface WorkerOptions {
  handler: TaskHandler
  /** Required with an API key. An agent token identifies its agent. */
  agent?: string | undefined
  /** By default all queues of the agent. */
  queues?: string[] | undefined
  /**
   * How many tasks at the same time.
   * @default 1
   */
  concurrency?: number | undefined
  /**
   * Duration of a lease; heartbeats are sent every third. If the process dies, its tasks can be claimed again after it.
   * @default 60
   */
  leaseSeconds?: number | undefined
  /**
   * How long one claim waits for a task.
   * @default 30
   */
  waitSeconds?: number | undefined
  /** Stops the worker: no new tasks; the running ones have `drainMs` to finish. */
  signal?: AbortSignal | undefined
  /**
   * How long the running handlers can continue after `signal`. Then `run.signal` is aborted, and the tasks are released.
   * @default 10000
   */
  drainMs?: number | undefined
  /**
   * How long a claim in flight can be answered after `signal`; its tasks are released. Tasks of a response that comes later
   * wait until their leases end.
   * @default 2000
   */
  claimGraceMs?: number | undefined
  /** After each task. */
  onResult?: ((result: WorkerResult) => void) | undefined
  /** Claims that failed and are repeated, for your log. */
  onError?: ((error: TaskServiceError) => void) | undefined
}

const LEASE_SECONDS = 60
const WAIT_SECONDS = 30
const DRAIN_MS = 10_000
const CLAIM_MAX = 20
const CLAIM_GRACE_MS = 2_000
/** The agent cannot claim now: paused, or its budget is used up. */
const REST_MS = 10_000
const RETRY_MAX_MS = 30_000
const TEMPORARY = ['agent_paused', 'budget_exhausted', 'too_many_waiting_claims'] as const

export class Worker {
  readonly #client: RunClient
  readonly #options: WorkerOptions
  readonly #leaseSeconds: number
  readonly #active = new Set<Promise<void>>()
  readonly #interrupted = new AbortController()
  #failures = 0

  constructor(client: RunClient, options: WorkerOptions) {
    this.#client = client
    this.#options = options
    this.#leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS
  }

  /** Number of tasks that are being worked on. */
  get activeCount(): number {
    return this.#active.size
  }

  /**
   * Works until `signal` is aborted; resolves when the last task has ended. Rejects if claims can never succeed, for
   * example because the token was revoked.
   */
  async run(): Promise<void> {
    const { signal, concurrency = 1, claimGraceMs = CLAIM_GRACE_MS } = this.#options
    const over = new AbortController()
    const late = new AbortController()
    const stopped = new Promise<void>((resolve) => {
      const stop = (): void => {
        resolve()
        sleep(claimGraceMs, over.signal).then(() => late.abort(), ignoreEnd)
      }
      signal?.addEventListener('abort', stop, { once: true, signal: over.signal })
    })
    try {
      while (!this.#isStopped()) {
        const free = concurrency - this.#active.size
        if (free > 0) await this.#claim(Math.min(free, CLAIM_MAX), late.signal)
        else await Promise.race([...this.#active, stopped])
      }
    } finally {
      over.abort()
      await this.#drain()
    }
  }

  #isStopped(): boolean {
    return this.#options.signal?.aborted === true
  }

  async #claim(max: number, late: AbortSignal): Promise<void> {
    const { agent, queues, waitSeconds = WAIT_SECONDS, signal, onError } = this.#options
    try {
      const { data } = await this.#client.runs.claim(
        {
          ...(agent !== undefined && { agent }),
          ...(queues !== undefined && { queues }),
          max,
          lease_seconds: this.#leaseSeconds,
          wait_seconds: waitSeconds,
        },
        { signal: late },
      )
      this.#failures = 0
      for (const claimed of data) {
        this.#track(this.#isStopped() ? this.#return(claimed) : this.#work(claimed))
      }
    } catch (error) {
      if (this.#isStopped()) return
      if (!isTaskServiceError(error) || !isTemporary(error)) throw error
      onError?.(error)
      await sleep(this.#restMs(error), signal).catch(ignoreEnd)
    }
  }

  #restMs(error: TaskServiceError): number {
    if (isTaskServiceError(error, ...TEMPORARY)) {
      return (error.retryAfterMs ?? REST_MS) * (0.75 + Math.random() / 2)
    }
    const limit = Math.min(RETRY_MAX_MS, 500 * 2 ** Math.min(this.#failures++, 10))
    return (error.retryAfterMs ?? 0) + Math.random() * limit
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#active.delete(tracked))
    this.#active.add(tracked)
  }

  /** Claimed while the worker was stopped: nothing has begun. */
  async #return(claimed: ClaimedTask): Promise<void> {
    const { task, run } = claimed
    try {
      await createRunCalls(this.#client, claimed, this.#leaseSeconds).release({})
      this.#options.onResult?.({ task, runId: run.id, outcome: 'released' })
    } catch (error) {
      this.#options.onResult?.({ task, runId: run.id, outcome: 'lost', error })
    }
  }

  async #work(claimed: ClaimedTask): Promise<void> {
    const calls = createRunCalls(this.#client, claimed, this.#leaseSeconds)
    const run = new TaskRun(claimed, calls, {
      leaseSeconds: this.#leaseSeconds,
      signal: this.#interrupted.signal,
    })
    const settled = await this.#handle(run)
    run.close()
    const ending: Ending = await endRun(run, calls, settled)
    this.#options.onResult?.({ task: run.task, runId: run.id, ...ending })
  }

  async #handle(run: TaskRun): Promise<Settled> {
    try {
      return { result: await this.#options.handler(run.task, run) }
    } catch (error) {
      return { error }
    }
  }

  async #drain(): Promise<void> {
    const finished = Promise.all(this.#active)
    const timer = setTimeout(
      () => this.#interrupted.abort(new Error('The worker was stopped')),
      this.#options.drainMs ?? DRAIN_MS,
    )
    await finished
    clearTimeout(timer)
  }
}

function isTemporary(error: TaskServiceError): boolean {
  if (isTaskServiceError(error, ...TEMPORARY)) return true
  const { status, code } = error
  return status === undefined
    ? code !== 'unexpected_response'
    : status === 408 || status === 429 || status >= 500
}

/** The loop ends by looking at the signal. */
function ignoreEnd(): void {}
