// One lane for each receiver: how many jobs it may have under way, and when it is left alone for a while. A receiver that
// is slow or dead holds up its own jobs and nobody else's.

/** What a finished piece of work says about its receiver: it did well, it gave an error, or it kept us waiting. */
export type Mood = 'well' | 'unwell' | 'stuck'

export type Entry = {
  /** For whom it is done. */
  owner: string
  /** Never rejects. */
  start: () => Promise<Mood>
  /** The lane was closed before its turn came. */
  giveBack: () => void
}

export type Lanes = {
  /** Keeps so many places, each to be used or left; false when there is no room. */
  admit: (group: string, places: number) => boolean
  /** Uses a place: begins at once, or waits for its turn. */
  submit: (group: string, entry: Entry) => void
  /** Gives up places that are not needed. */
  leave: (group: string, places: number) => void
  /** Those that should get no further job now. */
  listClosed: () => string[]
  /** Begins what was held up. */
  resume: () => void
}

export type LaneOptions = {
  /** A lane that was closed takes jobs again. */
  onRoom: () => void
  /** While it says no, nothing of this owner begins; call `resume` afterwards. */
  mayStart?: (owner: string) => boolean
  now?: () => number
}

/** To begin with. Where answers are quick, more would not help, and be sent again after a kill. */
const QUICK_WIDTH = 32
const QUICK_MS = 50
const MAX_WIDTH = 256
/** A receiver that takes longer than this, times what it can do, has more than it can work on at once. */
const CROWDED = 2
/** With each success what a receiver once could do counts for a little less. */
const FORGETTING = 1.001
/** A quick lane is left alone from here on, until it has worked off a part, and takes what one more look may bring. */
const QUICK_WAITING = 256
const QUICK_CAPACITY = 512
const ENOUGH_ROOM = 0.75
/** What hangs longer than this while others go well takes nobody's place. */
const HANGS_MS = 100
/** How much the latest job counts for what is known about the time that jobs take. */
const NEWS = 0.1
const SHRINK = 0.9
/** So many failures in a row close the lane. */
const FAILURES_TO_CLOSE = 10
const FIRST_REST_MS = 1_000
const MAX_REST_MS = 5 * 60_000
const FORGET_MS = 10 * 60_000

export function createLanes(options: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>()
  const surroundings = { now: Date.now, mayStart: () => true, ...options }
  const laneOf = (group: string): Lane => {
    const lane = lanes.get(group) ?? new Lane(surroundings)
    lanes.set(group, lane)
    return lane
  }
  return {
    admit: (group, places) => laneOf(group).admit(places),
    submit: (group, entry) => laneOf(group).submit(entry),
    leave: (group, places) => laneOf(group).leave(places),
    listClosed() {
      for (const [group, lane] of lanes) if (lane.isForgettable) lanes.delete(group)
      return [...lanes].filter(([, lane]) => lane.isClosed).map(([group]) => group)
    },
    resume() {
      for (const lane of lanes.values()) lane.advance()
    },
  }
}

type Request = { startedAt: number; isHanging: boolean; isOver: boolean }

class Lane {
  readonly #now: () => number
  readonly #onRoom: () => void
  readonly #mayStart: (owner: string) => boolean
  readonly #waiting: Entry[] = []
  /** Admitted and being read. */
  #expected = 0
  /** Once full, until a part of those that wait have gone. */
  #isFull = false
  #underWay = 0
  /** Those under way, the oldest first; some at the front may be over. */
  readonly #requests: Request[] = []
  #hanging = 0
  /** How many may be under way; grows with what goes well, further where that takes time, and shrinks with what gets stuck. */
  #width = QUICK_WIDTH
  #usualMs = QUICK_MS
  /** The quickest success of late. */
  #bestMs = Number.POSITIVE_INFINITY
  /** Without a single success in between. */
  #failures = 0
  /** What began before the latest success, or before it was made narrower, tells nothing new when it fails. */
  #succeededAt = Number.NEGATIVE_INFINITY
  #narrowedAt = Number.NEGATIVE_INFINITY
  /** How often it was closed since the last success; each time for twice as long. */
  #rests = 0
  #closedUntil = 0
  #usedAt = 0

  constructor({ now, onRoom, mayStart }: Required<LaneOptions>) {
    this.#now = now
    this.#onRoom = onRoom
    this.#mayStart = mayStart
  }

  get isClosed(): boolean {
    return this.#isFull || this.#isResting
  }

  /** What was learned long ago tells nothing. */
  get isForgettable(): boolean {
    const isIdle = this.#underWay + this.#places === 0
    return isIdle && this.#usedAt < this.#now() - FORGET_MS && !this.#isResting
  }

  get #isResting(): boolean {
    return this.#closedUntil > this.#now()
  }

  /** After a rest one job goes ahead to see whether anybody is there. */
  get #room(): number {
    return this.#failures >= FAILURES_TO_CLOSE ? 1 : this.#width
  }

  get #hasRoom(): boolean {
    const counted = this.#underWay - this.#hanging
    return counted < this.#room && this.#underWay < MAX_WIDTH && !this.#isResting
  }

  get #places(): number {
    return this.#expected + this.#waiting.length
  }

  get #isQuick(): boolean {
    return this.#usualMs < QUICK_MS && this.#failures === 0
  }

  /** So many may wait. Where jobs take their time no more than may be under way; the rest is left to others. */
  get #capacity(): number {
    return this.#isQuick ? QUICK_CAPACITY : this.#room
  }

  get #enough(): number {
    return this.#isQuick ? QUICK_WAITING : this.#room
  }

  /** The last ones to be let in may be more than there was room for. */
  admit(places: number): boolean {
    if (this.#isResting || this.#places >= this.#capacity) {
      this.#isFull = this.#places > 0
      return false
    }
    this.#expected += places
    this.#isFull ||= this.#places >= this.#enough
    return true
  }

  leave(places: number): void {
    this.#expected -= places
    this.advance()
  }

  submit(entry: Entry): void {
    this.#expected -= 1
    if (this.#isResting) return entry.giveBack()
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
    if (this.#isFull && this.#places <= this.#enough * ENOUGH_ROOM) {
      this.#isFull = false
      this.#onRoom()
    }
  }

  async #go(entry: Entry): Promise<void> {
    const startedAt = this.#now()
    const request = { startedAt, isHanging: false, isOver: false }
    this.#requests.push(request)
    this.#underWay += 1
    const mood = await entry.start()
    request.isOver = true
    this.#underWay -= 1
    if (request.isHanging) this.#hanging -= 1
    this.#usedAt = this.#now()
    const tookMs = this.#usedAt - startedAt
    this.#usualMs += (tookMs - this.#usualMs) * NEWS
    if (mood === 'well') this.#noteSuccess(tookMs)
    else this.#noteFailure(mood, startedAt)
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
    this.#failures = 0
    this.#rests = 0
    this.#closedUntil = 0
    this.#bestMs = Math.min(tookMs, this.#bestMs * FORGETTING)
    const isCrowded = tookMs > this.#bestMs * CROWDED
    if (tookMs >= QUICK_MS && !isCrowded) this.#width = Math.min(MAX_WIDTH, this.#width + 1)
    else if (this.#width < QUICK_WIDTH) this.#width += 1
    else if (this.#width > QUICK_WIDTH) this.#width -= 1
  }

  #noteFailure(mood: Mood, startedAt: number): void {
    if (mood === 'stuck' && startedAt >= this.#narrowedAt) {
      this.#width = Math.max(1, Math.floor(this.#width * SHRINK))
      this.#narrowedAt = this.#usedAt
    }
    if (startedAt < this.#succeededAt) return
    this.#failures += 1
    // Those that were under way when it closed do not make the rest longer.
    if (this.#failures < FAILURES_TO_CLOSE || this.#isResting) return
    this.#closedUntil = this.#now() + Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.#rests)
    this.#rests += 1
    for (const { giveBack } of this.#waiting.splice(0)) giveBack()
  }
}
