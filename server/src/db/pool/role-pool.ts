// A pool of connections with one role and its limits, and the plainest way to use one.
import { type ClientBase, defaults, Pool, type PoolConfig, types } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { CommitDeadline, type LateTenants } from '../liveness/commit-deadline.ts'
import { ACQUIRE_TIMEOUT_MS } from '../liveness/connect-after.ts'
import type { Watchdog } from '../liveness/watchdog.ts'
import { prepared, runOneTripTx } from '../one-trip-tx.ts'
import type { Reader } from '../reader.ts'
import { planSession, type Session, type SessionOptions, verifyRole } from '../session.ts'
import type { Sql } from '../sql.ts'
import type { DatabaseOptions } from './database-options.ts'
import { clientFor } from './pooler-clients.ts'

/** A request that waited this long gets its 503 within five seconds: behind a commit that no standby confirms, its locks are held as long. */
const LOCK_TIMEOUT_MS = 4_000
export const RESPONSE_GRACE_MS = 1_000
const COMMIT_TIMEOUT_MS = 3_000

/**
 * How long the locks of a transaction whose client vanished are held, or the statement timeout if that is longer; waiters
 * for these locks give up after LOCK_TIMEOUT_MS.
 */
const IDLE_IN_TRANSACTION_MS = 3_000

const IDLE_MS = 60_000

/**
 * All statements here are short. Compiling those of the dispatcher took 50 ms each: without an index, a plan that may
 * only use indexes looks expensive.
 */
const NO_COMPILING = { jit: 'off' }

// Task numbers and counters fit a double; without this `pg` returns bigint as text.
types.setTypeParser(types.builtins.INT8, Number)
// Otherwise times are sent in the zone of the process, whose historical offsets can have seconds that a timestamp cannot express.
defaults.parseInputDatesAsUTC = true

export type RolePool = Session & { pool: Pool; commits: CommitDeadline }

/** Options as `pg` accepts them; its types lack the first and do not know that the second is awaited. */
type PipelinedPoolConfig = Omit<PoolConfig, 'onConnect'> & {
  pipeline: boolean
  watchdog: Watchdog | undefined
  onConnect: (client: ClientBase) => Promise<void>
}

export type PoolOptions = Omit<DatabaseOptions, 'poolSize'> & {
  watchdog: Watchdog | undefined
  /** Undefined for the owner. */
  role: string | undefined
  size: number
  settings?: Record<string, number | string>
  acquireTimeoutMs?: number
  idleMs?: number
  lateTenants?: LateTenants
  /** Connections that late commits may hold; all of them if nothing else needs the pool. */
  mostLateCommits?: number
  /** Of a new connection, once it has its role; if it rejects, the connection is not used. */
  verify?: (client: ClientBase) => Promise<void>
}

export function createPool(options: PoolOptions): RolePool {
  const { role, size, settings, watchdog, statementTimeoutMs } = options
  const sessionOptions: SessionOptions = {
    pooler: options.pooler ?? 'none',
    role,
    limits: {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, IDLE_IN_TRANSACTION_MS),
      lock_timeout: LOCK_TIMEOUT_MS,
      ...NO_COMPILING,
      ...settings,
    },
  }
  const session = planSession(sessionOptions)
  const config: PipelinedPoolConfig = {
    connectionString: options.url,
    max: size,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: options.idleMs ?? IDLE_MS,
    application_name: 'task-service',
    pipeline: true,
    watchdog,
    onConnect: async (client) => {
      await verifyRole(client, sessionOptions)
      await options.verify?.(client)
    },
    Client: clientFor(sessionOptions.pooler),
    ...(session.startOptions && { options: session.startOptions }),
  }
  const pool = new Pool(config)
  // The pool replaces an idle connection that breaks; unhandled, the event would end the process. The watchdog reports the
  // connections it closes.
  pool.on('error', (error) => {
    if (!(error instanceof DatabaseUnavailable)) options.onPoolError?.(error)
  })
  // The same between two statements of a transaction, when the pool does not listen; the next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const commits = new CommitDeadline({
    timeoutMs: options.commitTimeoutMs ?? COMMIT_TIMEOUT_MS,
    most: options.mostLateCommits ?? size,
    lateTenants: options.lateTenants ?? new Map(),
  })
  return { pool, commits, ...session }
}

/** A single statement; through a pooler it needs a transaction that sets the role. */
export function reader(rolePool: RolePool, timeoutMs: number): Reader {
  return {
    async rows<Row>(statement: Sql): Promise<Row[]> {
      if (rolePool.isShared) return runOneTripTx({ ...rolePool, timeoutMs }, [prepared(statement)])
      return (await rolePool.pool.query(prepared(statement))).rows as Row[] // the caller names the row type beside its statement
    },
  }
}
