// A run as the handler of a worker sees it: heartbeats keep its lease in the background, and everything that is reported
// passes through one queue, so that an older checkpoint never replaces a newer one.
import { isTaskServiceError } from '../errors.ts'
import type {
  Answer,
  ClaimedTask,
  EffectPreview,
  Heartbeat,
  HeartbeatResponse,
  Progress,
  Question,
  QuestionCreate,
  Task,
} from '../generated/types.gen.ts'
import { sleep } from '../request/deadline.ts'
import type { RunCalls } from './run-calls.ts'

export interface RunOptions {
  leaseSeconds: number
  /** Aborted when the worker cannot wait for the run any longer. */
  signal: AbortSignal
}

/** Saved with one heartbeat. */
export type RunReport = Omit<Heartbeat, 'lease_token' | 'lease_seconds'>
export type TaskQuestion = Omit<QuestionCreate, 'lease_token'>

/** An answer is fetched with a heartbeat, and those of a parked run use no budget. */
const PARKED_MS = 3_000

export class TaskRun {
  readonly task: Task
  /** ID of the run (`run_…`). */
  readonly id: string
  /** Number of this attempt at the task. */
  readonly attempt: number
  /** Checkpoint, plan, handoff note, answers and rejections that earlier attempts left. */
  readonly resume: ClaimedTask['resume']
  readonly #calls: RunCalls
  readonly #leaseMs: number
  readonly #interrupted = new AbortController()
  readonly #over = new AbortController()
  /** Answers of earlier attempts that no question has used yet, oldest first. */
  readonly #answers: Answer[]
  readonly #toAcknowledge = new Set<string>()
  readonly #changedFields = new Set<string>()
  #queue: Promise<unknown> = Promise.resolve()
  #renewedAtMs = Date.now()
  /** A heartbeat that was rejected is not repeated at once. */
  #restUntilMs = 0
  #state: 'working' | 'parked' | 'lost' = 'working'
  #isCanceled = false

  constructor(claimed: ClaimedTask, calls: RunCalls, { leaseSeconds, signal }: RunOptions) {
    this.task = claimed.task
    this.id = claimed.run.id
    this.attempt = claimed.run.attempt
    this.resume = claimed.resume
    this.#answers = [...claimed.resume.answers]
    this.#calls = calls
    this.#leaseMs = leaseSeconds * 1_000
    const interrupt = (): void => this.#interrupted.abort(signal.reason)
    if (signal.aborted) interrupt()
    signal.addEventListener('abort', interrupt, { once: true, signal: this.#over.signal })
    void this.#keepLease()
  }

  /**
   * Aborted when the work should end: someone stopped the run, its lease is lost, or the worker cannot wait any longer.
   * Pass it to everything that takes long.
   */
  get signal(): AbortSignal {
    return this.#interrupted.signal
  }

  /** `lost`: the task belongs to someone else, and nothing of this run is accepted. */
  get state(): 'working' | 'parked' | 'lost' {
    return this.#state
  }

  /** Someone asked the agent to stop. */
  get isCanceled(): boolean {
    return this.#isCanceled
  }

  /** Fields of the task that others have changed since the claim. */
  get changedFields(): ReadonlySet<string> {
    return this.#changedFields
  }

  /** Saves progress, plan, checkpoint and usage, and renews the lease. Answers that `ask` returned are acknowledged with a checkpoint. */
  report(report: RunReport): Promise<HeartbeatResponse> {
    const sent = this.#queue.then(() => this.#send(report))
    this.#queue = sent.catch(() => undefined)
    return sent
  }

  async progress(message: string, percent?: number): Promise<void> {
    const progress: Progress = { message, ...(percent !== undefined && { percent }) }
    await this.report({ progress })
  }

  /** Any JSON up to 64 KiB. The next attempt gets the last one in `resume.checkpoint`. */
  async checkpoint(checkpoint: unknown): Promise<void> {
    await this.report({ checkpoint })
  }

  /**
   * Asks people and waits for the answer; the run is parked meanwhile. If the worker stops before there is one, the next
   * attempt gets it: there, the first `ask` returns it at once. So ask in the same order in every attempt, or save a
   * checkpoint after an answer.
   */
  async ask(question: TaskQuestion): Promise<Answer> {
    const earlier = this.#answers.shift()
    if (earlier) return this.#take(earlier)
    this.signal.throwIfAborted()
    const asked: Question = await this.#calls.ask(question, this.signal)
    this.#state = 'parked'
    for (;;) {
      await sleep(Math.min(PARKED_MS, this.#leaseMs / 3), this.signal)
      const { state, answers } = await this.report({})
      const found = answers.find(({ question_id: id }) => id === asked.id)
      if (state === 'working' && found) return this.#take(found)
    }
  }

  /** What completing the run with this result would change in external systems. */
  previewEffects(result: unknown): Promise<EffectPreview> {
    return this.#calls.preview(result, this.signal)
  }

  /** Ends the heartbeats; called by the worker when the handler has settled. */
  close(): void {
    this.#over.abort()
  }

  /** Notes that the lease is lost if an error says so. */
  checkLoss(error: unknown): void {
    if (isTaskServiceError(error, 'lease_lost', 'run_not_found')) this.#lose(error)
  }

  #take(answer: Answer): Answer {
    this.#toAcknowledge.add(answer.question_id)
    return answer
  }

  async #send(report: RunReport): Promise<HeartbeatResponse> {
    this.signal.throwIfAborted()
    // The answer is either in the checkpoint or returned again.
    const taken = report.checkpoint === undefined ? [] : [...this.#toAcknowledge]
    const acknowledge = [...new Set([...(report.acknowledge ?? []), ...taken])]
    const sentAtMs = Date.now()
    try {
      const news = await this.#calls.heartbeat(
        { ...report, ...(acknowledge.length > 0 && { acknowledge }) },
        this.signal,
      )
      this.#renewedAtMs = sentAtMs
      for (const id of acknowledge) this.#toAcknowledge.delete(id)
      this.#hear(news)
      return news
    } catch (error) {
      this.checkLoss(error)
      throw error
    }
  }

  #hear({ state, cancel_requested: isCanceled, source_changed: source }: HeartbeatResponse): void {
    if (this.#state !== 'lost') this.#state = state
    for (const field of source?.fields ?? []) this.#changedFields.add(field)
    if (!isCanceled || this.#isCanceled) return
    this.#isCanceled = true
    this.#interrupted.abort(new Error('Someone stopped the run'))
  }

  #lose(error: unknown): void {
    this.#state = 'lost'
    this.#interrupted.abort(error)
  }

  async #keepLease(): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted && !this.signal.aborted) {
      const dueMs = Math.max(this.#renewedAtMs + this.#leaseMs / 3, this.#restUntilMs) - Date.now()
      if (dueMs > 0) await sleep(dueMs, signal).catch(() => undefined)
      else await this.report({}).catch((error: unknown) => this.#checkLease(error))
    }
  }

  /** Heartbeats can fail for as long as the lease lasts. */
  #checkLease(error: unknown): void {
    this.#restUntilMs = Date.now() + PARKED_MS
    if (this.#state === 'working' && Date.now() - this.#renewedAtMs >= this.#leaseMs) {
      this.#lose(error)
    }
  }
}
