// How much of the event log is read at once: a batch ends at a byte budget, and at a number of rows that adapts to how
// large events are, because PostgreSQL has to unpack every event whose size is asked for.
import { sql } from '#db/sql.ts'

/** Of content; one event may be more. A worker holds about as much as text while it matches a batch. */
export const BATCH_BYTES = 8 * 1024 * 1024

const FIRST_ROWS = 128
const MIN_ROWS = 8
const MAX_ROWS = 1_000

/** For statements that call the table `e`. Compressed, as it is stored, an event may be a hundredth of what is sent. */
export const contentBytes = sql`octet_length(e.data::text) + octet_length(e.previous::text)`

export class BatchSize {
  #rows = FIRST_ROWS

  get rows(): number {
    return this.#rows
  }

  /** What the last batch held. It grows by steps: what comes next may be larger than what came last. */
  note(rows: number, bytes: number): void {
    if (rows === 0) return
    const fitting = Math.ceil(BATCH_BYTES / Math.max(1, bytes / rows))
    this.#rows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, fitting, this.#rows * 2))
  }
}
