// How much a round takes of the events that were set aside: a slice of each of several tenants, with a size of its own. With
// one size for all, large events of one tenant would leave two events per round to the others.
import { BatchSize, type Sharing } from '#domains/deliveries/batch-size.ts'

/** Of content, per tenant; the last event of a slice may exceed it. */
export const SLICE_BYTES = 1024 * 1024
/** As stored, possibly compressed: PostgreSQL decompresses no more than this to know the real size. */
export const SLICE_STORED_BYTES = 512 * 1024
/** Of a tenant with small events, however slow a round is: a round of few events is hardly faster. */
export const SLICE_ROWS = 256

export const ROUND_TENANTS = 4
/** Of content, which a worker holds at the same time. The first slice of a round may exceed it, with a single large event. */
export const ROUND_BYTES = ROUND_TENANTS * SLICE_BYTES
const ROUND_ROWS = 1_000
/** After this long, a round reads no further slice. */
const ROUND_MS = 100

/** A tenant beyond this number starts over, with the size of a new one. */
const MAX_TENANTS = 1_000

/** The sizes of the tenants that are behind. */
export class SliceSizes {
  readonly #sharing: Pick<Sharing, 'targetMs'> | undefined
  /** The one that was used last comes last. */
  readonly #sizes = new Map<string, BatchSize>()

  constructor(sharing?: Pick<Sharing, 'targetMs'>) {
    this.#sharing = sharing
  }

  get count(): number {
    return this.#sizes.size
  }

  of(tenantId: string): BatchSize {
    const size = this.#sizes.get(tenantId) ?? this.#newSize()
    this.#sizes.delete(tenantId)
    this.#sizes.set(tenantId, size)
    const [oldest] = this.#sizes.keys()
    if (this.#sizes.size > MAX_TENANTS && oldest !== undefined) this.#sizes.delete(oldest)
    return size
  }

  /** Forgets the sizes of all other tenants. */
  retain(tenantIds: readonly string[]): void {
    if (this.#sizes.size === 0) return
    const retained = new Set(tenantIds)
    for (const id of this.#sizes.keys()) if (!retained.has(id)) this.#sizes.delete(id)
  }

  #newSize(): BatchSize {
    const sharing = this.#sharing
    return new BatchSize({
      maxBytes: SLICE_BYTES,
      sureRows: SLICE_ROWS,
      ...(sharing && { sharing }),
    })
  }
}

/** What is left of a round: rows for each tenant, bytes and time for all of them. */
export class RoundBudget {
  /** At most, per tenant. */
  readonly rows: number
  readonly #now: () => number
  readonly #endsAt: number
  #bytes = 0
  #isFirst = true

  constructor(tenants: number, now: () => number) {
    this.rows = Math.max(SLICE_ROWS, Math.floor(ROUND_ROWS / Math.max(1, tenants)))
    this.#now = now
    this.#endsAt = now() + ROUND_MS
  }

  /** Whether a slice of so many bytes belongs to this round; otherwise the next round begins with it. */
  take(bytes: number): boolean {
    if (!this.#isFirst && this.#bytes + bytes > ROUND_BYTES) return false
    this.#isFirst = false
    this.#bytes += bytes
    return true
  }

  hasTime(): boolean {
    return this.#isFirst || this.#now() < this.#endsAt
  }
}
