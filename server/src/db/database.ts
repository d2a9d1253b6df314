// Connections to PostgreSQL by role, and the functions through which the rest of the server reaches it.
import { type ClientBase, defaults, Pool, type PoolConfig, types } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { type Feed, openFeed } from './feed/feed.ts'
import { runGroupTx } from './group-tx.ts'
import { type Drop, Watchdog } from './liveness/watchdog.ts'
import { prepared, runOneTripTx } from './one-trip-tx.ts'
import { MAINTENANCE_LOCK_TIMEOUT_MS } from './operate/lock-retry.ts'
import { clientFor } from './pooler-clients.ts'
import type { Reader } from './reader.ts'
import { type RoleNames, roleNames } from './roles.ts'
import {
  type Pooler,
  planSession,
  type Session,
  type SessionOptions,
  verifyRole,
} from './session.ts'
import { divideConnections } from './sharing/divide-connections.ts'
import { openTenantAccess, type RunInTenant } from './sharing/tenant-access.ts'
import { type Sql, sql } from './sql.ts'
import { within } from './tenant-tx.ts'

export type { RunInTenant } from './sharing/tenant-access.ts'

export type DatabaseOptions = {
  url: string
  rolePrefix: string
  poolSize: number
  statementTimeoutMs: number
  /** How long beyond the statement timeout a connection may be silent; null waits forever. */
  responseGraceMs?: number | null
  /** Longest time a read on the connections for expensive ones may run; null without such connections. */
  expensiveReadTimeoutMs?: number | null
  /** Of the connections, in percent, what one tenant may hold while others need some; null for any number. */
  tenantShare?: number | null
  /** Requests of one tenant that may wait for a connection at the same time; null for any number. */
  maxWaitingPerTenant?: number | null
  /** What stands between us and PostgreSQL. */
  pooler?: Pooler
  /** Only a test that proves row security on its own turns this off. */
  applicationTenantFilter?: boolean
  onPoolError?: (error: Error) => void
  onSilence?: (drop: Drop) => void
}

export type Database = {
  tenantTx: RunInTenant
  tenantRead: RunInTenant
  /** Statements for all the tenants named, committed when they answer; gives the rows of the last. */
  groupTx: <Row>(tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Row[]>
  /** The log of all tenants and the queue; for the dispatcher and for workers. */
  feed: Feed
  /** Finds tenants and keys before there is a tenant. */
  auth: Reader
  /** Runs as the owner of the schema, for commands and the start of a process; its connection is closed when it is idle. */
  owner: Reader
  /** As the owner too, on a connection nobody else waits for, and giving up soon on locks that requests need. */
  maintenance: Reader
  /** On the same connection, as the role that deletes what retention says is over, of all tenants. */
  retention: Reader
  /** A connection of its own that answers soon or not at all; for readiness, also as the owner. */
  probe: Reader
  waiting: () => number
  close: () => Promise<void>
}

const ACQUIRE_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 5_000
const RESPONSE_GRACE_MS = 1_000

/**
 * Locks of a transaction whose client vanished are held for this long, or the statement timeout if that is longer; those
 * who wait for them give up after LOCK_TIMEOUT_MS.
 */
const IDLE_IN_TRANSACTION_MS = 3_000

/** For everything the probe does: connecting, waiting for its turn, one statement. */
export const PROBE_TIMEOUT_MS = 2_000

const IDLE_MS = 60_000
/** Needed at the start of a process and hardly ever after it. */
const OWNER_IDLE_MS = 100

/** One is in use; the other takes over while the first waits for a standby. */
const GROUP_CONNECTIONS = 2

/**
 * The dispatcher has two, the queue the third; opened when they are needed. Nobody is
 * promised anything there: what a crash takes back is read from the log again, or found done already.
 */
const FEED_CONNECTIONS = 3

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
  watchdog: Watchdog | undefined
  onConnect: (client: ClientBase) => Promise<void>
}

type PoolOptions = Omit<DatabaseOptions, 'poolSize'> & {
  watchdog: Watchdog | undefined
  /** Undefined for the owner. */
  role: string | undefined
  size: number
  settings?: Record<string, number | string>
  acquireTimeoutMs?: number
  idleMs?: number
}

function createPool(options: PoolOptions): RolePool {
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
    onConnect: (client) => verifyRole(client, sessionOptions),
    Client: clientFor(sessionOptions.pooler),
    ...(session.startOptions && { options: session.startOptions }),
  }
  const pool = new Pool(config)
  // An idle connection that breaks is replaced by the pool; unhandled, the event would end the process. What the watchdog
  // closes it reports itself.
  pool.on('error', (error) => {
    if (!(error instanceof DatabaseUnavailable)) options.onPoolError?.(error)
  })
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

/** Its own watchdog: two seconds of silence say something about the probe and nothing about a long statement. */
function openProbe(options: DatabaseOptions) {
  const statementTimeoutMs = PROBE_TIMEOUT_MS
  const watchdog =
    options.responseGraceMs === null ? undefined : new Watchdog({ silenceMs: PROBE_TIMEOUT_MS })
  const rolePool = createPool({
    ...options,
    statementTimeoutMs,
    acquireTimeoutMs: PROBE_TIMEOUT_MS,
    role: undefined,
    size: 1,
    watchdog,
  })
  return { ...rolePool, watchdog, read: reader(rolePool, PROBE_TIMEOUT_MS) }
}

function openWatchdog(options: DatabaseOptions, probe: Reader): Watchdog | undefined {
  const { responseGraceMs: graceMs = RESPONSE_GRACE_MS, onSilence } = options
  if (graceMs === null) return undefined
  return new Watchdog({
    silenceMs: options.statementTimeoutMs + graceMs,
    findWaitingForStandby: async (pids) => {
      const asked = probe.rows<{ pid: number }>(sql`
        select pid from pg_stat_activity where pid = any(${pids}::int[]) and wait_event = 'SyncRep'`)
      return (await within(PROBE_TIMEOUT_MS, asked)).map(({ pid }) => pid)
    },
    ...(onSilence && { onDrop: onSilence }),
  })
}

function openTenantPools(options: DatabaseOptions, watchdog: Watchdog | undefined) {
  const {
    poolSize,
    statementTimeoutMs,
    expensiveReadTimeoutMs = null,
    tenantShare = null,
  } = options
  const { app: role } = roleNames(options.rolePrefix)
  const divided = divideConnections({ poolSize, expensiveReadTimeoutMs, tenantShare })
  const open = (size: number, timeoutMs: number) =>
    createPool({ ...options, statementTimeoutMs: timeoutMs, watchdog, role, size })
  const app = { ...open(divided.general, statementTimeoutMs), size: divided.forTenants }
  const expensiveMs = Math.min(expensiveReadTimeoutMs ?? statementTimeoutMs, statementTimeoutMs)
  const expensive =
    divided.expensive === 0
      ? undefined
      : { ...open(divided.expensive, expensiveMs), size: divided.expensive }
  const access = openTenantAccess({
    app,
    expensive,
    applicationTenantFilter: options.applicationTenantFilter ?? true,
    commitTimeoutMs: statementTimeoutMs,
    tenantShare,
    maxWaiting: options.maxWaitingPerTenant ?? null,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  })
  return { ...access, pools: [app, ...(expensive ? [expensive] : [])].map(({ pool }) => pool) }
}

export function openDatabase(options: DatabaseOptions): Database {
  const roles: RoleNames = roleNames(options.rolePrefix)
  const timeoutMs = options.statementTimeoutMs
  const probe = openProbe(options)
  const watchdog = openWatchdog(options, probe.read)
  const open = (role: string | undefined, size: number, settings?: PoolOptions['settings']) =>
    createPool({ ...options, watchdog, role, size, ...(settings && { settings }) })
  const tenants = openTenantPools(options, watchdog)
  const auth = open(roles.auth, 2)
  const group = open(roles.group, GROUP_CONNECTIONS)
  const feed = open(roles.feed, FEED_CONNECTIONS, feedSettings)
  const owner = createPool({
    ...options,
    watchdog,
    role: undefined,
    size: 1,
    idleMs: OWNER_IDLE_MS,
  })
  const maintenance = open(undefined, 1, { lock_timeout: MAINTENANCE_LOCK_TIMEOUT_MS })
  const { tenantTx, tenantRead, waiting } = tenants
  return {
    tenantTx,
    tenantRead,
    groupTx: (tenantIds, statements) => runGroupTx({ ...group, tenantIds, timeoutMs }, statements),
    feed: openFeed({ ...feed, timeoutMs }),
    auth: reader(auth, timeoutMs),
    owner: reader(owner, timeoutMs),
    maintenance: reader(maintenance, timeoutMs),
    retention: roleReader(maintenance, roles.purge, timeoutMs),
    probe: probe.read,
    waiting,
    close: async () => {
      const own = [auth, group, feed, owner, maintenance, probe].map(({ pool }) => pool)
      await Promise.all([...tenants.pools, ...own].map((pool) => pool.end()))
      watchdog?.stop()
      probe.watchdog?.stop()
    },
  }
}
