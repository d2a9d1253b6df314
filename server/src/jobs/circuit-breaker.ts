// A circuit breaker for one receiver: opens after failures in a row, for longer each time, and then lets one job through as a
// trial before it closes again.
import { backoffMs } from '#lib/schedule/backoff.ts'

/** Consecutive failures. */
const FAILURES_TO_OPEN = 10
const BACKOFF = { firstMs: 1_000, maxMs: 5 * 60_000 }

export class CircuitBreaker {
  readonly #now: () => number
  /** Consecutive failures, without a success in between. */
  #failures = 0
  /** Since the last success. */
  #timesOpened = 0
  #openUntil = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** No job may start. */
  get isOpen(): boolean {
    return this.#openUntil > this.#now()
  }

  /** Open, or half-open: the next job is a trial. */
  get isTripped(): boolean {
    return this.#failures >= FAILURES_TO_OPEN
  }

  get isFailing(): boolean {
    return this.#failures > 0
  }

  /** How long it stays open. */
  get openMs(): number {
    return Math.max(0, this.#openUntil - this.#now())
  }

  /** Half-open at once, as after its first backoff: one job as a trial decides. */
  reset(): void {
    this.#timesOpened = 0
    this.#openUntil = 0
  }

  succeed(): void {
    this.#failures = 0
    this.#timesOpened = 0
    this.#openUntil = 0
  }

  /** True when this failure opens it. */
  fail(): boolean {
    this.#failures += 1
    // Jobs that were in flight when it opened do not extend the backoff.
    if (!this.isTripped || this.isOpen) return false
    this.#timesOpened += 1
    this.#openUntil = this.#now() + backoffMs(this.#timesOpened, BACKOFF)
    return true
  }
}
