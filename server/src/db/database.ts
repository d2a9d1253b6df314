// Connections to PostgreSQL by role, and the doors through which the rest of the server reaches it.
import { type ClientBase, defaults, Pool, type PoolConfig, types } from 'pg'
import { type Feed, openFeed } from './feed/feed.ts'
import { runGroupTx } from './group-tx.ts'
import { prepared, runOneTripTx } from './one-trip-tx.ts'
import { MAINTENANCE_LOCK_TIMEOUT_MS } from './operate/lock-retry.ts'
import { createReadTrains, prepareReading } from './read-train.ts'
import type { Reader } from './reader.ts'
import { type RoleNames, roleNames } from './roles.ts'
import {
  type Pooler,
  planSession,
  type Session,
  type SessionOptions,
  UnpreparedClient,
  verifyRole,
} from './session.ts'
import type { Sql } from './sql.ts'
import { runTenantRead } from './tenant-read.ts'
import { runTenantTx, type Tx } from './tenant-tx.ts'

export type DatabaseOptions = {
  url: string
  rolePrefix: string
  poolSize: number
  statementTimeoutMs: number
  /** What stands between us and PostgreSQL. */
  pooler?: Pooler
  /** Only a test that proves row security on its own turns this off. */
  applicationTenantFilter?: boolean
  onPoolError?: (error: Error) => void
}

export type RunInTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>

export type Database = {
  tenantTx: RunInTenant
  tenantRead: RunInTenant
  /** Statements for all the tenants named, committed when they answer; gives the rows of the last. */
  groupTx: <Row>(tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Row[]>
  /** The log of all tenants and the queue; for the dispatcher and for workers. */
  feed: Feed
  /** Finds tenants and keys before there is a tenant. */
  auth: Reader
  /** Runs as the owner of the schema: readiness, and what commands and the start of a process need. */
  owner: Reader
  /** As the owner too, on a connection nobody else waits for, and giving up soon on locks that requests need. */
  maintenance: Reader
  /** On the same connection, as the role that deletes what retention says is over, of all tenants. */
  retention: Reader
  waiting: () => number
  close: () => Promise<void>
}

const ACQUIRE_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 30_000
const LOCK_TIMEOUT_MS = 5_000

/** One is in use; the other takes over while the first waits for a standby. */
const GROUP_CONNECTIONS = 2

/**
 * The dispatcher has one, the queue the other; opened when they are needed. Nobody is
 * promised anything there: what a crash takes back is read from the log again, or found done already.
 */
const FEED_CONNECTIONS = 2

/**
 * All statements here are short. The dispatcher's took 50 ms each to be compiled: where there is no index, a plan that may
 * only use indexes looks expensive.
 */
const NO_COMPILING = { jit: 'off' }

/**
 * The queue is empty one moment and long the next, and what the planner knows about it is of another hour: it then reads
 * all of it for a few jobs. Everything asked here is found by an index, row by row.
 */
const feedSettings = {
  synchronous_commit: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

// Task numbers and counters fit a double; without this `pg` gives bigint as text.
types.setTypeParser(types.builtins.INT8, Number)
// Otherwise times travel in the zone of the process, whose offset once had seconds that no time stamp can carry.
defaults.parseInputDatesAsUTC = true

type RolePool = Session & { pool: Pool }

/** As the library takes it; its types do not know the first and do not know that the second is waited for. */
type PipelinedPoolConfig = Omit<PoolConfig, 'onConnect'> & {
  pipeline: boolean
  onConnect: (client: ClientBase) => Promise<void>
}

function createPool(
  options: DatabaseOptions,
  role: string | undefined,
  size: number,
  settings: Record<string, number | string> = {},
): RolePool {
  const sessionOptions: SessionOptions = {
    pooler: options.pooler ?? 'none',
    role,
    limits: {
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      ...NO_COMPILING,
      ...settings,
    },
  }
  const session = planSession(sessionOptions)
  const config: PipelinedPoolConfig = {
    connectionString: options.url,
    max: size,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'task-service',
    pipeline: true,
    onConnect: (client) => verifyRole(client, sessionOptions),
    ...(session.isShared ? { Client: UnpreparedClient } : { options: session.startOptions }),
  }
  const pool = new Pool(config)
  // An idle connection that breaks is replaced by the pool; unhandled, the event would end the process.
  pool.on('error', (error) => options.onPoolError?.(error))
  // The same between two statements of a transaction, where the pool does not listen; the next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return { pool, ...session }
}

/** A statement of its own; through a pooler it needs a transaction that takes the role. */
function reader(rolePool: RolePool, timeoutMs: number): Reader {
  return {
    async rows<Row>(statement: Sql): Promise<Row[]> {
      if (rolePool.isShared) return runOneTripTx({ ...rolePool, timeoutMs }, [prepared(statement)])
      return (await rolePool.pool.query(prepared(statement))).rows as Row[] // the caller names the row type beside its statement
    },
  }
}

/**
 * A statement as another role, on a connection of the owner. Not prepared: a plan made while there was little to delete
 * takes minutes when there is much.
 */
function roleReader(rolePool: RolePool, role: string, timeoutMs: number): Reader {
  return {
    rows: ({ text, values }) =>
      runOneTripTx({ ...rolePool, timeoutMs }, [
        { text: `set local role ${role}` },
        { text, values },
      ]),
  }
}

export function openDatabase(options: DatabaseOptions): Database {
  const roles: RoleNames = roleNames(options.rolePrefix)
  const timeoutMs = options.statementTimeoutMs
  const app = createPool(options, roles.app, options.poolSize)
  const auth = createPool(options, roles.auth, 2)
  const group = createPool(options, roles.group, GROUP_CONNECTIONS)
  const feed = createPool(options, roles.feed, FEED_CONNECTIONS, feedSettings)
  const owner = createPool(options, undefined, 1)
  const maintenance = createPool(options, undefined, 1, {
    lock_timeout: MAINTENANCE_LOCK_TIMEOUT_MS,
  })
  const applicationTenantFilter = options.applicationTenantFilter ?? true
  const tenantTx = { ...app, applicationTenantFilter, commitTimeoutMs: timeoutMs }
  const isPooled = app.isShared
  if (!isPooled) app.pool.on('connect', prepareReading)
  const trains = createReadTrains(app.pool)
  return {
    tenantTx: (tenantId, work) => runTenantTx({ ...tenantTx, tenantId }, work),
    tenantRead: (tenantId, work) =>
      isPooled
        ? runTenantTx({ ...tenantTx, begin: app.beginReading, tenantId }, work)
        : runTenantRead({ ...tenantTx, trains, tenantId }, work),
    groupTx: (tenantIds, statements) => runGroupTx({ ...group, tenantIds, timeoutMs }, statements),
    feed: openFeed({ ...feed, timeoutMs }),
    auth: reader(auth, timeoutMs),
    owner: reader(owner, timeoutMs),
    maintenance: reader(maintenance, timeoutMs),
    retention: roleReader(maintenance, roles.purge, timeoutMs),
    waiting: () => app.pool.waitingCount + trains.waiting(),
    close: async () => {
      await Promise.all([app, auth, group, feed, owner, maintenance].map(({ pool }) => pool.end()))
    },
  }
}
