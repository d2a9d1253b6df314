// Several reads in one transaction, sent together over the driver's pipeline. The tenant is set right before each read, so
// row-level security sees exactly one tenant at a time.
import { DatabaseError, escapeLiteral, type PoolClient } from 'pg'
import { latestOf, type Position } from './replica/position.ts'
import type { Fence, OpenFence } from './replica/replica-fence.ts'
import { beginShared, type Session } from './session.ts'

export type QueryConfig = {
  text: string
  values: unknown[]
  /** Prepared under this name; without it, planned for each execution. */
  name?: string
  rowMode?: 'array'
}

export type Reading = { horizon: string; rows: unknown[] }

export type PendingRead = {
  tenantId: string
  config: QueryConfig
  /** What a replica must have replayed; the primary always has everything. */
  after?: Position | undefined
  /** How long its caller had waited before. Kept here, because it may be sent from the context of another read. */
  earlierMs?: number
  resolve: (reading: Reading) => void
  reject: (error: Error) => void
}

/** `fence`: of a replica, which may be behind. */
export type ReadSession = Pick<Session, 'beginReading' | 'isShared'> & { fence?: OpenFence }

/** The driver's callback: one of the two is set. */
type Callback = (error: Error | null, result: Result | Result[]) => void
type Result = { rows: unknown[] }
/** The two forms of a statement that a batch sends; the driver's own types have more. */
type SendQuery = (config: { text: string } | QueryConfig, callback: Callback) => void

/** Once for the batch: a transaction that had ended before the batch had also ended before each of its reads. */
const readHorizon = 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon'
type FirstRow = { horizon?: string }

/** A simple statement: it has no rows, and costs client and server half of what `select set_config($1)` does. */
const setTenant = (tenantId: string) => `set local app.tenant_id = ${escapeLiteral(tenantId)}`

/** Takes the client: if the transaction cannot begin, it is closed. */
export async function openReads(client: PoolClient, session: ReadSession): Promise<void> {
  // On a direct connection, `begin` is sent with the reads.
  if (!session.isShared) return
  try {
    await beginShared(client, session.beginReading)
  } catch (error) {
    client.release(true) // it may be in an aborted transaction
    throw error
  }
}

/**
 * One transaction for all; each statement still sees what was committed when it began. Any failure, of a setting or a read,
 * aborts the transaction, and PostgreSQL rejects everything up to its end. So no read can run with the tenant of the
 * previous one.
 */
export class ReadBatch {
  readonly #reads: (PendingRead | undefined)[]
  readonly #repeat: (read: PendingRead) => void
  #horizon = ''
  #position = 0
  #positionSince = performance.now()
  #failure: Error | undefined
  #isFailureGiven = false

  /** `repeat` gets each read that got no result because an earlier one failed. */
  constructor(reads: readonly PendingRead[], repeat: (read: PendingRead) => void) {
    this.#reads = [...reads]
    this.#repeat = repeat
  }

  /** The read whose result is awaited, and since when. */
  get current(): { tenantId: string; sinceMs: number } | undefined {
    const read = this.#reads[this.#position]
    return read && { tenantId: read.tenantId, sinceMs: this.#positionSince }
  }

  /** The reads of other tenants that still wait; from now on this batch ignores their results. */
  takeOthers(tenantId: string): PendingRead[] {
    const taken: PendingRead[] = []
    for (let index = this.#position; index < this.#reads.length; index++) {
      const read = this.#reads[index]
      if (!read || read.tenantId === tenantId) continue
      taken.push(read)
      this.#reads[index] = undefined
    }
    return taken
  }

  /** After `openReads`. Resolves with the last result, and returns the client to its pool. */
  send(client: PoolClient, session: ReadSession): Promise<void> {
    const query: SendQuery = (config, callback) => {
      void client.query(config as never, callback as never) // see SendQuery
    }
    const fence = session.fence?.(client, latestOf(this.#reads.map((read) => read?.after)))
    const { stream } = client.connection
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#positionSince = performance.now()
    // One write for all: the driver would write each statement separately.
    stream.cork()
    try {
      if (fence?.wait) {
        query({ text: fence.wait }, (error) => error && this.#refuse(fence.waitFailed(error)))
      }
      const begin = session.isShared ? '' : `${session.beginReading}; `
      query({ text: begin + readHorizon + (fence?.columns ?? '') }, (error, result) => {
        if (error) this.#noteFailure(error)
        else this.#open(firstRow(result), fence)
      })
      for (const [index, read] of this.#reads.entries()) {
        if (read) this.#sendRead(query, index, read)
      }
      query({ text: 'commit' }, (error) => {
        this.#noteFailure(error)
        const isUsable = !this.#failure || (!error && this.#failure instanceof DatabaseError)
        client.release(!isUsable)
        resolve()
      })
    } finally {
      stream.uncork()
    }
    return promise
  }

  #sendRead(query: SendQuery, index: number, { tenantId, config }: PendingRead): void {
    query({ text: setTenant(tenantId) }, (error) => this.#noteFailure(error))
    query(config, (error, result) => {
      this.#noteFailure(error)
      this.#settle(index, error ? [] : (result as Result).rows) // one statement, one result
    })
  }

  #open(row: FirstRow, fence: Fence | undefined): void {
    this.#horizon = row.horizon ?? ''
    const refusal = fence?.judge(row)
    if (refusal) this.#refuse(refusal)
  }

  #refuse(refusal: Error): void {
    // Their callers need not wait for results that must not be used.
    for (const [index, read] of this.#reads.entries()) {
      read?.reject(refusal)
      this.#reads[index] = undefined
    }
  }

  #noteFailure(error: Error | null): void {
    if (error) this.#failure ??= error
  }

  #settle(index: number, rows: unknown[]): void {
    // The driver reports a statement that it could not send twice.
    if (index < this.#position) return
    this.#position = index + 1
    this.#positionSince = performance.now()
    const read = this.#reads[index]
    const failure = this.#failure
    if (!failure) return read?.resolve({ horizon: this.#horizon, rows })
    const isFirst = !this.#isFailureGiven
    this.#isFailureGiven = true
    // The first is at fault. The later ones are not and can be retried, unless the connection is lost.
    if (isFirst || !(failure instanceof DatabaseError)) return read?.reject(failure)
    if (read) this.#repeat(read)
  }
}

/** For several statements in one text the driver returns a list of results. */
function firstRow(result: Result | Result[]): FirstRow {
  const last = Array.isArray(result) ? result.at(-1) : result
  return last?.rows[0] ?? {}
}

/** One read in its own transaction. */
export async function readAlone(
  connect: () => Promise<PoolClient>,
  session: ReadSession,
  read: Pick<PendingRead, 'tenantId' | 'config' | 'after'>,
): Promise<Reading> {
  const client = await connect()
  await openReads(client, session)
  return new Promise((resolve, reject) => {
    // Alone, no earlier read can fail it, so it is never repeated.
    const batch = new ReadBatch([{ ...read, resolve, reject }], () => undefined)
    void batch.send(client, session)
  })
}
