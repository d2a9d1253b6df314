// The rate limit of one credential at a vendor, from the manifest and from the vendor's responses.
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, type RateLimit } from '@task-service/kit'

/** The longest wait in here; a longer pause is scheduled by the caller. */
const MAX_WAIT_MS = 5_000
/** For a vendor that limits without saying for how long. */
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000
/** Above this number, idle budgets are dropped. */
const MAX_IDLE = 1_000

export class RateBudget {
  readonly #rateLimit: RateLimit
  readonly #now: () => number
  readonly #queue: (() => void)[] = []
  #busy = 0
  #closedUntil = 0
  #nextWriteAt = 0
  #recent: number[] = []

  constructor(rateLimit: RateLimit, now = Date.now) {
    this.#rateLimit = rateLimit
    this.#now = now
  }

  /** Waits for a slot; throws `rate_limited` when that would take long. Call the returned function when the request is over. */
  async enter(isWrite: boolean, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw givenUp()
    await this.#waitForPlace(signal)
    try {
      await this.#waitForTime(isWrite, signal)
    } catch (error) {
      this.#leave()
      throw error
    }
    let isOver = false
    return () => {
      if (!isOver) this.#leave()
      isOver = true
    }
  }

  /** Reads the remaining limit from a response. */
  note(status: number, headers: Readonly<Record<string, string>>): void {
    const now = this.#now()
    const pause = pauseOf(status, headers, this.#rateLimit, now)
    this.#closedUntil = Math.max(this.#closedUntil, now + pause)
  }

  /** No request is in flight and no limit is active. */
  isIdle(): boolean {
    return this.#busy === 0 && this.#waitMs(true) === 0
  }

  /** How long until the next request may be sent. */
  #waitMs(isWrite: boolean): number {
    const { window } = this.#rateLimit
    const now = this.#now()
    let until = Math.max(this.#closedUntil, isWrite ? this.#nextWriteAt : 0)
    if (window) {
      this.#recent = this.#recent.filter((time) => time > now - window.ms)
      const oldest = this.#recent[this.#recent.length - window.requests]
      if (oldest !== undefined) until = Math.max(until, oldest + window.ms)
    }
    return Math.max(0, until - now)
  }

  async #waitForPlace(signal: AbortSignal): Promise<void> {
    if (this.#busy < this.#rateLimit.concurrency) {
      this.#busy++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const index = this.#queue.indexOf(resolve)
      // Not found: the slot was handed over a moment ago, and the new owner releases it.
      if (index < 0) return
      this.#queue.splice(index, 1)
      reject(givenUp())
    }
    this.#queue.push(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise
    signal.removeEventListener('abort', giveUp)
  }

  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#busy--
  }

  async #waitForTime(isWrite: boolean, signal: AbortSignal): Promise<void> {
    for (let wait = this.#waitMs(isWrite); wait > 0; wait = this.#waitMs(isWrite)) {
      if (wait > MAX_WAIT_MS) {
        throw new Failure('rate_limited', 'The rate limit of the vendor is reached.', {
          retryAfterMs: wait,
        })
      }
      await sleep(wait, undefined, { signal }).catch(() => Promise.reject(givenUp()))
    }
    if (this.#rateLimit.window) this.#recent.push(this.#now())
    if (isWrite) this.#nextWriteAt = this.#now() + (this.#rateLimit.minWriteGapMs ?? 0)
  }
}

export type RateBudgets = { of: (key: string, rateLimit: RateLimit) => RateBudget }

/** Kept longer than a process lives: a new process must not start with a full budget. */
export function createBudgets(): RateBudgets {
  const budgets = new Map<string, RateBudget>()
  return {
    of(key, rateLimit) {
      const budget = budgets.get(key) ?? new RateBudget(rateLimit)
      if (budgets.size >= MAX_IDLE) {
        for (const [other, known] of budgets) if (known.isIdle()) budgets.delete(other)
      }
      budgets.set(key, budget)
      return budget
    },
  }
}

const givenUp = () => new Failure('transient', 'The call was canceled.')

function pauseOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  rateLimit: RateLimit,
  now: number,
): number {
  const retryAfter = [429, 403, 503].includes(status)
    ? readRetryAfter(headers['retry-after'], now)
    : null
  const spent = (rateLimit.headers ?? []).map(({ remaining, reset }) => {
    const left = headers[remaining.toLowerCase()]
    if (left === undefined || !(Number(left) < 1)) return 0
    if (!reset) return status === 429 ? PAUSE_MS : 0
    const value = Number(headers[reset.header.toLowerCase()])
    if (!Number.isFinite(value)) return status === 429 ? PAUSE_MS : 0
    if (reset.unit === 'epoch_seconds') return value * 1_000 - now
    return reset.unit === 'seconds' ? value * 1_000 : value
  })
  const pause = Math.max(
    0,
    retryAfter ?? (status === 429 && spent.every((ms) => ms <= 0) ? PAUSE_MS : 0),
    ...spent,
  )
  return Math.min(pause, MAX_PAUSE_MS)
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
