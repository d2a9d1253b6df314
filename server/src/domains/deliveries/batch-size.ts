// How much of the event log is read at once: a batch ends at a byte budget, and at a number of rows that adapts to the size
// of events, because PostgreSQL has to decompress every event to compute its size.
import { sql } from '#db/sql.ts'

/** Of content; a single event may exceed it. A worker holds about as much text while it matches a batch. */
export const BATCH_BYTES = 8 * 1024 * 1024

const FIRST_ROWS = 128
const MIN_ROWS = 2
const MAX_ROWS = 1_000

/** For statements that name the table `e`. Compressed, as stored, an event may be a hundredth of what is sent. */
export const contentBytes = sql`octet_length(e.data::text) + octet_length(e.previous::text)`

/** How long a batch may take. The event feed returns nothing newer until its transaction has ended. */
const TARGET_MS = 100
const SHARED_TARGET_MS = 25
const SHARED_FOR_MS = 1_000

/** Whether several tenants had new events recently. */
export class Sharing {
  readonly #now: () => number
  #lastTenant = ''
  #sharedUntil = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  note(tenantIds: Iterable<string>): void {
    for (const id of tenantIds) {
      if (id !== this.#lastTenant) this.#sharedUntil = this.#now() + SHARED_FOR_MS
      this.#lastTenant = id
    }
  }

  targetMs(): number {
    return this.#now() < this.#sharedUntil ? SHARED_TARGET_MS : TARGET_MS
  }
}

export type BatchLimits = {
  maxBytes?: number
  sharing?: Pick<Sharing, 'targetMs'>
  /** The number of rows to begin with; a slow batch does not reduce it further. */
  sureRows?: number
  now?: () => number
}

/** `rows` is read when a batch begins, and `note` is called when it is over. */
export class BatchSize {
  readonly #maxBytes: number
  readonly #sharing: Pick<Sharing, 'targetMs'>
  readonly #rowsInAnyTime: number
  readonly #now: () => number
  #rows: number
  #beganAt: number

  constructor(limits: BatchLimits = {}) {
    this.#maxBytes = limits.maxBytes ?? BATCH_BYTES
    this.#sharing = limits.sharing ?? { targetMs: () => TARGET_MS }
    this.#rowsInAnyTime = limits.sureRows ?? MIN_ROWS
    this.#rows = limits.sureRows ?? FIRST_ROWS
    this.#now = limits.now ?? (() => performance.now())
    this.#beganAt = this.#now()
  }

  get rows(): number {
    this.#beganAt = this.#now()
    return this.#rows
  }

  /** The size of the last batch. It grows by steps: the next events may be larger than the last ones. */
  note(rows: number, bytes: number): void {
    if (rows === 0) return
    const fitting = Math.ceil(this.#maxBytes / Math.max(1, bytes / rows))
    const tookMs = Math.max(1, this.#now() - this.#beganAt)
    const inTime = Math.floor((rows * this.#sharing.targetMs()) / tookMs)
    const quick = Math.max(this.#rowsInAnyTime, inTime)
    this.#rows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, fitting, quick, this.#rows * 2))
  }
}
