// Whether the replica is in use: a check in the background decides it, so that no request waits for one that does not respond.
import { within } from '../liveness/within.ts'
import { type ReplicaReason, ReplicaRefused, type ReplicaStatus } from './replica-options.ts'

export type ReplicaMonitorOptions = {
  /** Rejects if the replica must not be used. */
  check: () => Promise<void>
  /** For one check. */
  timeoutMs: number
  onChange?: (status: ReplicaStatus) => void
}

const EVERY_MS = 1_000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
/** In use for this long, the next failure counts as the first one. */
const STEADY_MS = 10_000

export class ReplicaMonitor {
  readonly #options: ReplicaMonitorOptions
  readonly #waiting = new Set<(error: Error) => void>()
  #status: ReplicaStatus = { state: 'not_used', reason: 'connecting' }
  #timer: NodeJS.Timeout | undefined
  #isChecking = false
  #isStopped = false
  #failures = 0
  #inUseSince = 0
  /** When the last successful check began, and how long it took until the replica was where the primary had been. */
  #caughtUp = { at: performance.now(), tookMs: 0 }

  constructor(options: ReplicaMonitorOptions) {
    this.#options = options
    this.#schedule(0)
  }

  get status(): ReplicaStatus {
    return this.#status
  }

  /** At most this long ago the primary was where the replica is now. */
  get lagMs(): number {
    const { at, tookMs } = this.#caughtUp
    return this.#status.state === 'in_use' ? tookMs : performance.now() - at
  }

  /** The result of `work`, or an error as soon as the replica is no longer in use. */
  guard<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    })
  }

  /** After a read that failed: a refusal is a fact, anything else may concern that read alone and is checked now. */
  report(error: unknown): void {
    if (this.#status.state !== 'in_use') return
    if (error instanceof ReplicaRefused) this.#fail(error)
    else this.#schedule(0)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(ms: number): void {
    if (this.#isStopped || this.#isChecking) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), ms).unref()
  }

  async #check(): Promise<void> {
    this.#isChecking = true
    const startedAt = performance.now()
    let failure: ReplicaRefused | undefined
    let hasEnded = false
    const check = this.#options.check().finally(() => {
      hasEnded = true
    })
    try {
      await within(this.#options.timeoutMs, check)
    } catch (error) {
      failure = asRefusal(error, !hasEnded)
    }
    this.#isChecking = false
    if (failure) return this.#fail(failure)
    this.#caughtUp = { at: startedAt, tookMs: performance.now() - startedAt }
    if (this.#status.state !== 'in_use') {
      this.#inUseSince = performance.now()
      this.#change({ state: 'in_use' })
    }
    this.#schedule(EVERY_MS)
  }

  #fail(error: ReplicaRefused): void {
    const wasInUse = this.#status.state === 'in_use'
    if (wasInUse && performance.now() - this.#inUseSince > STEADY_MS) this.#failures = 0
    this.#change({ state: 'not_used', reason: error.reason, error })
    for (const reject of this.#waiting) reject(error)
    this.#waiting.clear()
    this.#schedule(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++))
  }

  #change(status: ReplicaStatus): void {
    const isNew = reasonOf(status) !== reasonOf(this.#status)
    this.#status = status
    if (isNew && !this.#isStopped) this.#options.onChange?.(status)
  }
}

function reasonOf(status: ReplicaStatus): ReplicaReason | undefined {
  return status.state === 'in_use' ? undefined : status.reason
}

function asRefusal(cause: unknown, isTimeout: boolean): ReplicaRefused {
  if (cause instanceof ReplicaRefused) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return new ReplicaRefused(isTimeout ? 'unresponsive' : 'unreachable', message, { cause })
}
