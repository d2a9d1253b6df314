// A concurrency limit and a circuit breaker for each receiver, so that one that is slow or down delays only its own jobs.
import { CircuitBreaker } from './circuit-breaker.ts'

/** What a finished piece of work says about its receiver: it succeeded, it returned an error, or it timed out. */
export type ReceiverHealth = 'ok' | 'failing' | 'timed_out'

export type Entry = {
  /** For whom it is done. */
  owner: string
  /** Never rejects. */
  start: () => Promise<ReceiverHealth>
  /** The breaker opened before its turn came. */
  release: () => void
}

export type ReceiverPool = {
  /** Reserves so many slots, each to be used or left; false when there is no room. */
  admit: (group: string, slots: number) => boolean
  /** Uses a reserved slot: starts at once, or waits for its turn. */
  submit: (group: string, entry: Entry) => void
  /** Gives up reserved slots that are not needed. */
  leave: (group: string, slots: number) => void
  /** Those that should get no further job now. */
  listBlocked: () => string[]
  /** Starts what was held up. */
  resume: () => void
}

export type ReceiverPoolOptions = {
  /** A receiver that was blocked takes jobs again. */
  onRoom: () => void
  /** While it says no, nothing of this owner begins; call `resume` afterwards. */
  mayStart?: (owner: string) => boolean
  now?: () => number
}

/** To begin with. Where responses are quick, more would not help, and be sent again after a kill. */
const QUICK_LIMIT = 32
const QUICK_MS = 50
const MAX_LIMIT = 256
/** A receiver that takes longer than this, times what it can do, has more than it can work on at once. */
const CONGESTED = 2
/** With each success the best duration of a receiver counts for a little less. */
const DECAY = 1.001
/** A quick receiver gets no more jobs from here on, until it has worked off a part, and takes what one more poll may bring. */
const QUICK_WAITING = 256
const QUICK_CAPACITY = 512
const ENOUGH_ROOM = 0.75
/** What hangs longer than this while others succeed does not count toward the limit. */
const HANGS_MS = 100
/** Weight of the latest job in the moving average of durations. */
const EWMA_ALPHA = 0.1
const SHRINK = 0.9
const FORGET_MS = 10 * 60_000

export function createReceiverPool(options: ReceiverPoolOptions): ReceiverPool {
  const receivers = new Map<string, Receiver>()
  const complete = { now: Date.now, mayStart: () => true, ...options }
  const receiverOf = (group: string): Receiver => {
    const receiver = receivers.get(group) ?? new Receiver(complete)
    receivers.set(group, receiver)
    return receiver
  }
  return {
    admit: (group, slots) => receiverOf(group).admit(slots),
    submit: (group, entry) => receiverOf(group).submit(entry),
    leave: (group, slots) => receiverOf(group).leave(slots),
    listBlocked() {
      for (const [group, receiver] of receivers) if (receiver.isStale) receivers.delete(group)
      return [...receivers].filter(([, receiver]) => receiver.isBlocked).map(([group]) => group)
    },
    resume() {
      for (const receiver of receivers.values()) receiver.advance()
    },
  }
}

type Request = { startedAt: number; isHanging: boolean; isOver: boolean }

class Receiver {
  readonly #breaker: CircuitBreaker
  readonly #now: () => number
  readonly #onRoom: () => void
  readonly #mayStart: (owner: string) => boolean
  readonly #waiting: Entry[] = []
  /** Admitted and being read. */
  #expected = 0
  /** Once full, until a part of the waiting ones have started. */
  #isFull = false
  #inFlight = 0
  /** Those in flight, the oldest first; some at the front may be over. */
  readonly #requests: Request[] = []
  #hanging = 0
  /** How many may be in flight; grows with successes, further where they take time, and shrinks with timeouts. */
  #limit = QUICK_LIMIT
  #usualMs = QUICK_MS
  /** The quickest success of late. */
  #bestMs = Number.POSITIVE_INFINITY
  /** What started before the latest success, or before the limit was lowered, tells nothing new when it fails. */
  #succeededAt = Number.NEGATIVE_INFINITY
  #loweredAt = Number.NEGATIVE_INFINITY
  #usedAt = 0

  constructor({ now, onRoom, mayStart }: Required<ReceiverPoolOptions>) {
    this.#breaker = new CircuitBreaker(now)
    this.#now = now
    this.#onRoom = onRoom
    this.#mayStart = mayStart
  }

  get isBlocked(): boolean {
    return this.#isFull || this.#breaker.isOpen
  }

  /** What was learned long ago tells nothing. */
  get isStale(): boolean {
    const isIdle = this.#inFlight + this.#slots === 0
    return isIdle && this.#usedAt < this.#now() - FORGET_MS && !this.#breaker.isOpen
  }

  get #room(): number {
    return this.#breaker.isTripped ? 1 : this.#limit
  }

  get #hasRoom(): boolean {
    const counted = this.#inFlight - this.#hanging
    return counted < this.#room && this.#inFlight < MAX_LIMIT && !this.#breaker.isOpen
  }

  get #slots(): number {
    return this.#expected + this.#waiting.length
  }

  get #isQuick(): boolean {
    return this.#usualMs < QUICK_MS && !this.#breaker.isFailing
  }

  /** So many may wait. Where jobs take their time no more than may be in flight; other workers take the rest. */
  get #capacity(): number {
    return this.#isQuick ? QUICK_CAPACITY : this.#room
  }

  get #enough(): number {
    return this.#isQuick ? QUICK_WAITING : this.#room
  }

  /** The last ones to be admitted may be more than there was room for. */
  admit(slots: number): boolean {
    if (this.#breaker.isOpen || this.#slots >= this.#capacity) {
      this.#isFull = this.#slots > 0
      return false
    }
    this.#expected += slots
    this.#isFull ||= this.#slots >= this.#enough
    return true
  }

  leave(slots: number): void {
    this.#expected -= slots
    this.advance()
  }

  submit(entry: Entry): void {
    this.#expected -= 1
    if (this.#breaker.isOpen) return entry.release()
    this.#waiting.push(entry)
    this.advance()
  }

  advance(): void {
    this.#findHanging()
    for (let [entry] = this.#waiting; entry && this.#hasRoom; [entry] = this.#waiting) {
      if (!this.#mayStart(entry.owner)) break
      this.#waiting.shift()
      void this.#go(entry)
    }
    if (this.#isFull && this.#slots <= this.#enough * ENOUGH_ROOM) {
      this.#isFull = false
      this.#onRoom()
    }
  }

  async #go(entry: Entry): Promise<void> {
    const startedAt = this.#now()
    const request = { startedAt, isHanging: false, isOver: false }
    this.#requests.push(request)
    this.#inFlight += 1
    const health = await entry.start()
    request.isOver = true
    this.#inFlight -= 1
    if (request.isHanging) this.#hanging -= 1
    this.#usedAt = this.#now()
    const tookMs = this.#usedAt - startedAt
    this.#usualMs += (tookMs - this.#usualMs) * EWMA_ALPHA
    if (health === 'ok') this.#noteSuccess(tookMs)
    else this.#noteFailure(health, startedAt)
    this.advance()
  }

  #findHanging(): void {
    const before = Math.min(this.#succeededAt, this.#now() - HANGS_MS)
    for (let [oldest] = this.#requests; oldest; [oldest] = this.#requests) {
      if (!oldest.isOver && oldest.startedAt >= before) return
      this.#requests.shift()
      if (oldest.isOver) continue
      oldest.isHanging = true
      this.#hanging += 1
    }
  }

  #noteSuccess(tookMs: number): void {
    this.#succeededAt = this.#usedAt
    this.#breaker.succeed()
    this.#bestMs = Math.min(tookMs, this.#bestMs * DECAY)
    const isCongested = tookMs > this.#bestMs * CONGESTED
    if (tookMs >= QUICK_MS && !isCongested) this.#limit = Math.min(MAX_LIMIT, this.#limit + 1)
    else if (this.#limit < QUICK_LIMIT) this.#limit += 1
    else if (this.#limit > QUICK_LIMIT) this.#limit -= 1
  }

  #noteFailure(health: ReceiverHealth, startedAt: number): void {
    if (health === 'timed_out' && startedAt >= this.#loweredAt) {
      this.#limit = Math.max(1, Math.floor(this.#limit * SHRINK))
      this.#loweredAt = this.#usedAt
    }
    if (startedAt < this.#succeededAt) return
    if (!this.#breaker.fail()) return
    for (const { release } of this.#waiting.splice(0)) release()
  }
}
