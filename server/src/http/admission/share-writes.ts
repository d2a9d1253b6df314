// Writes share the connections by tenant: a tenant with many writes waits for its own requests and does not delay others.
import type { Database, RunInTenant } from '#db/database.ts'
import { createFairShare } from '#lib/fair/fair-share.ts'

/** Per tenant; a waiting request holds its body in memory. */
const MAX_WAITING = 200
/** The same as the wait of a transaction for a connection. */
const MAX_WAIT_MS = 5_000

export type SharedWrites = {
  db: Database
  /** One transaction at a time for many small requests of a tenant: it does not wait behind the large ones. */
  commitSeparately: RunInTenant
  /** One at a time per tenant: large writes of a tenant wait for each other's locks, and should not hold a connection. */
  writeInTurn: RunInTenant
  /** Heartbeats do not wait behind other writes of the tenant: an agent that cannot renew its lease loses its work. */
  renewLeases: RunInTenant
}

export function shareWrites(db: Database, connections: number): SharedWrites {
  const share = createFairShare({
    places: connections,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    what: 'database connections for writes',
  })
  const shared =
    (line: string): RunInTenant =>
    (tenantId, work) =>
      share(`${tenantId} ${line}`, () => db.tenantTx(tenantId, work))
  const turns = createFairShare({
    places: Number.POSITIVE_INFINITY,
    maxPlaces: 1,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    what: 'slots for large writes',
  })
  const tenantTx = shared('requests')
  return {
    db: { ...db, tenantTx },
    commitSeparately: shared('groups'),
    renewLeases: shared('heartbeats'),
    writeInTurn: (tenantId, work) => turns(tenantId, () => tenantTx(tenantId, work)),
  }
}

/** For controls: every transaction competes with all others. */
export function leaveUnshared(db: Database): SharedWrites {
  const { tenantTx } = db
  return { db, commitSeparately: tenantTx, writeInTurn: tenantTx, renewLeases: tenantTx }
}
