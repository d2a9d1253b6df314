// Keep-alive connections, in separate pools per origin and IP address.
//
// An address is checked again for each request, and a connection is reused only for the address it was opened to: the
// addresses of a name may change, the peer of a connection cannot.
import type { Duplex } from 'node:stream'
import { Pool } from 'undici'
import { EgressError, fail } from './failure.ts'
import { MAX_HEADER_BYTES } from './limits.ts'

export type ConnectionPools = {
  /** The pool of this origin at this address; call `leave` when the request is over. */
  enter(place: string, origin: string, open: () => Promise<Duplex>): PoolVisit
  close(): Promise<void>
}

export type PoolVisit = { pool: Pool; leave: () => void }

type Entry = { pool: Pool; inFlight: number; idleSince: number }

/** Shorter than the usual server timeouts (5 s and more), so that servers do not close it while we write. */
const KEEP_ALIVE_MS = 4_000
/** The limit if a server asks for longer. */
const KEEP_ALIVE_MOST_MS = 30_000
const FORGET_MS = 60_000
const SWEEP_MS = 10_000

export function createConnectionPools(now = () => performance.now()): ConnectionPools {
  const entries = new Map<string, Entry>()
  const sweeper = setInterval(sweep, SWEEP_MS).unref()

  function sweep(): void {
    const forget = now() - FORGET_MS
    for (const [key, { pool, inFlight, idleSince }] of entries) {
      if (inFlight > 0 || idleSince > forget) continue
      entries.delete(key)
      void pool.close()
    }
  }

  function findOrMake(place: string, origin: string, open: () => Promise<Duplex>): Entry {
    const key = `${origin} ${place}`
    const entry = entries.get(key) ?? { pool: makePool(origin, open), inFlight: 0, idleSince: 0 }
    entries.set(key, entry)
    return entry
  }

  return {
    enter(place, origin, open) {
      const entry = findOrMake(place, origin, open)
      entry.inFlight++
      return {
        pool: entry.pool,
        leave: () => {
          entry.inFlight--
          entry.idleSince = now()
        },
      }
    },
    async close() {
      clearInterval(sweeper)
      await Promise.all([...entries.values()].map(({ pool }) => pool.destroy()))
      entries.clear()
    },
  }
}

function makePool(origin: string, open: () => Promise<Duplex>): Pool {
  return new Pool(origin, {
    // One per request: the caller limits how many requests go to one address.
    connections: null,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MOST_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Each request has its own timers, to the millisecond.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_, done) {
      open().then(
        // undici expects a Socket but uses only what every Duplex has; a tunnel inside TLS is not a Socket.
        (socket) => done(null, socket as Parameters<typeof done>[1] & Duplex),
        // undici could treat other errors as transient and retry forever.
        (error: unknown) => done(asEgressError(error), null),
      )
    },
  })
}

function asEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error
  return new EgressError(
    fail('connect_failed', `The connection could not be opened (${String(error)}).`),
  )
}
