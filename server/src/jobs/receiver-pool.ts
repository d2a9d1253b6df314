// A concurrency limit and a circuit breaker for each receiver, so that one that is slow or down delays only its own jobs.
import { CircuitBreaker } from './circuit-breaker.ts'

/** The result of a piece of work for its receiver: it succeeded, returned an error, or timed out. */
export type ReceiverHealth = 'ok' | 'failing' | 'timed_out'

export type Entry = {
  /** The tenant it is done for. */
  owner: string
  /** Never rejects. */
  start: () => Promise<ReceiverHealth>
  /** The breaker opened before it could start. */
  release: () => void
}

/** A receiver whose breaker is open. */
export type OpenReceiver = {
  group: string
  /** The owner of the entry that failed last. */
  owner: string
  openedAt: number
  openMs: number
}

export type ReceiverPool = {
  /** Reserves slots, each to be used or left; false when it is full. */
  admit: (group: string, slots: number) => boolean
  /** Uses a reserved slot: starts immediately, or waits. */
  submit: (group: string, entry: Entry) => void
  /** Releases reserved slots that are not needed. */
  leave: (group: string, slots: number) => void
  /** Receivers that should get no further job now. */
  listBlocked: () => string[]
  /** Starts entries that `mayStart` held back. */
  resume: () => void
  /** Receivers whose breaker is open. */
  listOpen: () => OpenReceiver[]
  /** Tries a receiver again without waiting for its breaker. */
  reset: (group: string) => void
}

export type ReceiverPoolOptions = {
  /** A receiver that was blocked takes jobs again. */
  onRoom: () => void
  /** While false, no entry of this owner starts; call `resume` afterwards. */
  mayStart?: (owner: string) => boolean
  /** The breaker of a receiver opened. */
  onOpen?: (receiver: OpenReceiver) => void
  now?: () => number
}

/** Initial limit. More would not help a quick receiver, and all in flight are sent again after a kill. */
const QUICK_LIMIT = 32
const QUICK_MS = 50
const MAX_LIMIT = 256
/** A receiver is congested when a request takes longer than its best duration times this. */
const CONGESTED = 2
/** Growth of a receiver's best duration per success, so that an old value loses weight. */
const DECAY = 1.001
/** Waiting jobs at which a quick receiver gets no more until part of them have started; the capacity allows for one more poll. */
const QUICK_WAITING = 256
const QUICK_CAPACITY = 512
const ENOUGH_ROOM = 0.75
/** Requests that hang longer than this while others succeed do not count toward the limit. */
const HANGS_MS = 100
/** Weight of the latest job in the moving average of durations. */
const EWMA_ALPHA = 0.1
const SHRINK = 0.9
const FORGET_MS = 10 * 60_000

/** Not the wall clock: set back by an hour, it would keep receivers paused for that hour. */
const monotonicNow = (): number => performance.now()

export function createReceiverPool(options: ReceiverPoolOptions): ReceiverPool {
  const receivers = new Map<string, Receiver>()
  const complete = { now: monotonicNow, mayStart: () => true, onOpen: () => undefined, ...options }
  const receiverOf = (group: string): Receiver => {
    const receiver = receivers.get(group) ?? new Receiver(group, complete)
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
    listOpen: () => [...receivers.values()].flatMap((receiver) => receiver.open ?? []),
    reset: (group) => receivers.get(group)?.reset(),
  }
}

type Request = { startedAt: number; isHanging: boolean; isOver: boolean }

class Receiver {
  readonly #group: string
  readonly #breaker: CircuitBreaker
  readonly #now: () => number
  readonly #onRoom: () => void
  readonly #onOpen: (receiver: OpenReceiver) => void
  readonly #mayStart: (owner: string) => boolean
  readonly #waiting: Entry[] = []
  /** Admitted and being read. */
  #expected = 0
  /** Once full, until part of the waiting entries have started. */
  #isFull = false
  #inFlight = 0
  /** Requests in flight, the oldest first; some at the front may be over. */
  readonly #requests: Request[] = []
  #hanging = 0
  /** Concurrency limit: grows with successes, further where they are slow by nature, and shrinks with timeouts. */
  #limit = QUICK_LIMIT
  #usualMs = QUICK_MS
  /** The quickest recent success. */
  #bestMs = Number.POSITIVE_INFINITY
  /** A failure of a request that started before the latest success, or before the limit was lowered, carries no information. */
  #succeededAt = Number.NEGATIVE_INFINITY
  #loweredAt = Number.NEGATIVE_INFINITY
  #usedAt = 0
  /** By whose failure the breaker opened last, and when. */
  #opened = { owner: '', at: 0 }

  constructor(group: string, { now, onRoom, onOpen, mayStart }: Required<ReceiverPoolOptions>) {
    this.#group = group
    this.#breaker = new CircuitBreaker(now)
    this.#now = now
    this.#onRoom = onRoom
    this.#onOpen = onOpen
    this.#mayStart = mayStart
  }

  get open(): OpenReceiver | undefined {
    const { openMs } = this.#breaker
    if (openMs === 0) return undefined
    return { group: this.#group, owner: this.#opened.owner, openedAt: this.#opened.at, openMs }
  }

  reset(): void {
    if (!this.#breaker.isOpen) return
    this.#breaker.reset()
    this.#onRoom()
  }

  get isBlocked(): boolean {
    return this.#isFull || this.#breaker.isOpen
  }

  /** Old measurements are useless. */
  get isStale(): boolean {
    const isIdle = this.#inFlight + this.#slots === 0
    return isIdle && this.#usedAt < this.#now() - FORGET_MS && !this.#breaker.isOpen
  }

  get #currentLimit(): number {
    return this.#breaker.isTripped ? 1 : this.#limit
  }

  get #hasRoom(): boolean {
    const counted = this.#inFlight - this.#hanging
    return counted < this.#currentLimit && this.#inFlight < MAX_LIMIT && !this.#breaker.isOpen
  }

  get #slots(): number {
    return this.#expected + this.#waiting.length
  }

  get #isQuick(): boolean {
    return this.#usualMs < QUICK_MS && !this.#breaker.isFailing
  }

  /** How many may wait. For slow jobs no more than may be in flight; other workers take the rest. */
  get #capacity(): number {
    return this.#isQuick ? QUICK_CAPACITY : this.#currentLimit
  }

  get #enough(): number {
    return this.#isQuick ? QUICK_WAITING : this.#currentLimit
  }

  /** The last call admitted may exceed the capacity. */
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
    else this.#noteFailure(health, startedAt, entry.owner)
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

  #noteFailure(health: ReceiverHealth, startedAt: number, owner: string): void {
    if (health === 'timed_out' && startedAt >= this.#loweredAt) {
      this.#limit = Math.max(1, Math.floor(this.#limit * SHRINK))
      this.#loweredAt = this.#usedAt
    }
    if (startedAt < this.#succeededAt) return
    if (!this.#breaker.fail()) return
    this.#opened = { owner, at: this.#now() }
    for (const { release } of this.#waiting.splice(0)) release()
    if (this.open) this.#onOpen(this.open)
  }
}
