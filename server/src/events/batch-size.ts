// How much of the event log is read at once: a batch ends at a byte budget, and at a number of rows that adapts to how
// large events are, because PostgreSQL has to unpack every event whose size is asked for.
import { sql } from '#db/sql.ts'

/** Of content; one event may be more. A worker holds about as much as text while it matches a batch. */
export const BATCH_BYTES = 8 * 1024 * 1024

const FIRST_ROWS = 128
const MIN_ROWS = 2
const MAX_ROWS = 1_000

/** For statements that call the table `e`. Compressed, as it is stored, an event may be a hundredth of what is sent. */
export const contentBytes = sql`octet_length(e.data::text) + octet_length(e.previous::text)`

/** How long a batch may take: new events of other tenants wait for it. */
const TARGET_MS = 50

/** `rows` is read when a batch begins, and `note` is called when it is over. */
export class BatchSize {
  readonly #maxBytes: number
  readonly #now: () => number
  #rows = FIRST_ROWS
  #beganAt: number

  constructor(maxBytes = BATCH_BYTES, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes
    this.#now = now
    this.#beganAt = now()
  }

  get rows(): number {
    this.#beganAt = this.#now()
    return this.#rows
  }

  /** What the last batch held. It grows by steps: what comes next may be larger than what came last. */
  note(rows: number, bytes: number): void {
    if (rows === 0) return
    const fitting = Math.ceil(this.#maxBytes / Math.max(1, bytes / rows))
    const inTime = Math.floor((rows * TARGET_MS) / Math.max(1, this.#now() - this.#beganAt))
    this.#rows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, fitting, inTime, this.#rows * 2))
  }
}
