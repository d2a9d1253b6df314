// One lane for each receiver: how many jobs it may have under way, and when it is left alone for a while. A receiver that
// is slow or dead holds up its own jobs and nobody else's.

/** What a finished job says about its receiver: it did well, it gave an error, or it kept us waiting. */
export type Mood = 'well' | 'unwell' | 'stuck'

export type Entry = {
  /** Never rejects. */
  start: () => Promise<Mood>
  /** There is no room for it to wait, or the lane was closed before its turn came. */
  giveBack: () => void
}

export type Lanes = {
  /** Begins at once, or waits for room, or is given back. */
  submit: (group: string, entry: Entry) => void
  /** Those that should get no further job now. */
  listClosed: () => string[]
}

export type LaneOptions = {
  /** A lane that was closed takes jobs again. */
  onRoom: () => void
  now?: () => number
}

const FIRST_WIDTH = 32
/** Where answers are quick, more would not help, and be sent again after a kill. */
const QUICK_WIDTH = 64
const QUICK_MS = 50
const MAX_WIDTH = 256
const SHRINK = 0.9
/** So many failures in a row close the lane. */
const FAILURES_TO_CLOSE = 10
const FIRST_REST_MS = 1_000
const MAX_REST_MS = 5 * 60_000
const FORGET_MS = 10 * 60_000

export function createLanes({ onRoom, now = Date.now }: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>()
  return {
    submit(group, entry) {
      const lane = lanes.get(group) ?? new Lane(now, onRoom)
      lanes.set(group, lane)
      lane.submit(entry)
    },
    listClosed() {
      for (const [group, lane] of lanes) if (lane.isForgettable) lanes.delete(group)
      return [...lanes].filter(([, lane]) => lane.isClosed).map(([group]) => group)
    },
  }
}

class Lane {
  readonly #now: () => number
  readonly #onRoom: () => void
  /** No more than may be under way, so that the next ones are at hand and the rest is left to others. */
  readonly #waiting: Entry[] = []
  /** Once full, until half of those that wait have gone. */
  #isFull = false
  #underWay = 0
  /** How many may be under way; grows with what goes well, further where that takes time, and shrinks with what gets stuck. */
  #width = FIRST_WIDTH
  /** Without a single success in between. */
  #failures = 0
  /** How often it was closed since the last success; each time for twice as long. */
  #rests = 0
  #closedUntil = 0
  #usedAt = 0

  constructor(now: () => number, onRoom: () => void) {
    this.#now = now
    this.#onRoom = onRoom
  }

  get isClosed(): boolean {
    return this.#isFull || this.#isResting
  }

  /** What was learned long ago tells nothing. */
  get isForgettable(): boolean {
    const isIdle = this.#underWay === 0 && this.#waiting.length === 0
    return isIdle && this.#usedAt < this.#now() - FORGET_MS && !this.#isResting
  }

  get #isResting(): boolean {
    return this.#closedUntil > this.#now()
  }

  /** After a rest one job goes ahead to see whether anybody is there. */
  get #room(): number {
    return this.#failures >= FAILURES_TO_CLOSE ? 1 : this.#width
  }

  submit(entry: Entry): void {
    if (this.#isResting || this.#waiting.length >= this.#room) {
      this.#isFull = this.#waiting.length > 0
      entry.giveBack()
      return
    }
    this.#waiting.push(entry)
    this.#advance()
  }

  #advance(): void {
    while (this.#waiting.length > 0 && this.#underWay < this.#room && !this.#isResting) {
      const entry = this.#waiting.shift()
      if (entry) void this.#go(entry)
    }
    if (this.#isFull && this.#waiting.length <= this.#room / 2) {
      this.#isFull = false
      this.#onRoom()
    }
  }

  async #go(entry: Entry): Promise<void> {
    this.#underWay += 1
    const startedAt = this.#now()
    const mood = await entry.start()
    this.#underWay -= 1
    this.#usedAt = this.#now()
    if (mood === 'well') this.#noteSuccess(this.#now() - startedAt)
    else this.#noteFailure(mood)
    this.#advance()
  }

  #noteSuccess(tookMs: number): void {
    this.#failures = 0
    this.#rests = 0
    this.#closedUntil = 0
    if (tookMs >= QUICK_MS) this.#width = Math.min(MAX_WIDTH, this.#width + 1)
    else if (this.#width < QUICK_WIDTH) this.#width += 1
    else if (this.#width > QUICK_WIDTH) this.#width -= 1
  }

  #noteFailure(mood: Mood): void {
    if (mood === 'stuck') this.#width = Math.max(1, Math.floor(this.#width * SHRINK))
    this.#failures += 1
    // Those that were under way when it closed do not make the rest longer.
    if (this.#failures < FAILURES_TO_CLOSE || this.#isResting) return
    this.#closedUntil = this.#now() + Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.#rests)
    this.#rests += 1
    for (const { giveBack } of this.#waiting.splice(0)) giveBack()
  }
}
