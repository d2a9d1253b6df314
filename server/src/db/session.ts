// How a connection gets its role and its limits: once, at its start; or in every transaction behind a pooler, which moves
// connections between clients and keeps no session state.
import { type ClientBase, DatabaseError, type QueryConfig, type QueryResult } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { WatchedClient } from './liveness/watched-client.ts'

/** `transaction-prepared` is one that carries prepared statements from one connection to the next. */
export type Pooler = 'none' | 'transaction' | 'transaction-prepared'

export type Session = {
  /** Startup options of the connection; a pooler would reject or, worse, ignore them. */
  startOptions?: string
  begin: string
  beginReading: string
  /**
   * The connection belongs to the owner until `begin` has given it its role. Nothing may be sent before the server has
   * confirmed that: a `begin` that fails opens no transaction, and what follows it would run with the owner's privileges.
   */
  isShared: boolean
}

export type SessionOptions = {
  pooler: Pooler
  /** Undefined for the owner. */
  role: string | undefined
  limits: Record<string, number | string>
}

/** A connection that would not be subject to row-level security. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}

export function planSession({ pooler, role, limits }: SessionOptions): Session {
  const settings = Object.entries({ ...(role && { role }), ...limits, timezone: 'UTC' })
  if (pooler === 'none') {
    const startOptions = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
    return { startOptions, begin: 'begin', beginReading: 'begin read only', isShared: false }
  }
  const local = settings.map(([name, value]) => `; set local ${name} = ${value}`).join('')
  return { begin: `begin${local}`, beginReading: `begin read only${local}`, isShared: true }
}

/** Once for each new connection: a pooler that ignores startup options would leave it with the owner's privileges. */
export async function verifyRole(client: ClientBase, options: SessionOptions): Promise<void> {
  if (options.pooler !== 'none' || options.role === undefined) return
  const { rows } = await client.query<{ current: string }>('select current_user as current')
  const current = rows[0]?.current
  if (current === options.role) return
  throw new RoleRefused(
    `A connection has the role ${current} instead of ${options.role}, which means that DATABASE_URL goes through a pooler. Set SERVICE_ACP_DB_POOLER=transaction.`,
  )
}

/** Bounded like the wait for a connection of the pool: the pooler has to find a free one first. */
const BEGIN_TIMEOUT_MS = 5_000

/** When it returns, the transaction is open and has its role. */
export async function beginShared(client: ClientBase, begin: string): Promise<void> {
  const opening: QueryConfig & { query_timeout: number } = {
    text: `${begin}; select pg_backend_pid() as pid`,
    query_timeout: BEGIN_TIMEOUT_MS,
  }
  try {
    const results: unknown = await client.query<{ pid: number }>(opening)
    if (client instanceof WatchedClient) client.backendPid = pidOf(results)
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    // The driver has closed this one.
    if (client instanceof WatchedClient) client.suspectIdle(BEGIN_TIMEOUT_MS)
    throw new DatabaseUnavailable('the pooler returned no connection', { cause })
  }
}

/** For several statements in one text the driver returns a list of results. */
function pidOf(results: unknown): number | undefined {
  const last = Array.isArray(results) ? (results.at(-1) as QueryResult<{ pid: number }>) : undefined
  return last?.rows[0]?.pid
}
