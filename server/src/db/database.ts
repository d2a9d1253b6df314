// Connections to PostgreSQL by role, and the functions through which the rest of the server reaches it.
import { type ClientBase, defaults, Pool, type PoolConfig, types } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { type Feed, openFeed } from './feed/feed.ts'
import { runGroupDecision, runGroupTx } from './group-tx.ts'
import { CommitDeadline, type LateTenants } from './liveness/commit-deadline.ts'
import { type Drop, Watchdog } from './liveness/watchdog.ts'
import { within } from './liveness/within.ts'
import { prepared, runOneTripTx, type TwoTrips } from './one-trip-tx.ts'
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

export type { RunInTenant } from './sharing/tenant-access.ts'

export type DatabaseOptions = {
  url: string
  rolePrefix: string
  poolSize: number
  statementTimeoutMs: number
  /** How long a commit may wait for its confirmation, such as that of a synchronous standby. */
  commitTimeoutMs?: number
  /** How long beyond the statement timeout a connection may be silent; null waits forever. */
  responseGraceMs?: number | null
  /** Statement timeout of connections for expensive reads; null without such connections. */
  expensiveReadTimeoutMs?: number | null
  /** The percentage of the connections that one tenant may hold while others need some; null for no limit. */
  tenantShare?: number | null
  /** Requests of one tenant that may wait for a connection at the same time; null for no limit. */
  maxWaitingPerTenant?: number | null
  /** The kind of pooler in front of PostgreSQL. */
  pooler?: Pooler
  /** Turned off only by a test of row-level security. */
  applicationTenantFilter?: boolean
  onPoolError?: (error: Error) => void
  onSilence?: (drop: Drop) => void
}

export type Database = {
  tenantTx: RunInTenant
  tenantRead: RunInTenant
  /** Statements for the given tenants, committed when it resolves; returns the rows of the last statement. */
  groupTx: <Row>(tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Row[]>
  /** The same for writes that depend on what was read; returns the value that `decide` returned. */
  groupDecision: <Rows extends unknown[][], T>(
    tenantIds: readonly string[],
    trips: TwoTrips<Rows, T>,
  ) => Promise<T>
  /** The event log of all tenants and the job queue, for the dispatcher and for workers. */
  feed: Feed
  /** Finds tenants and keys before the tenant is known. */
  auth: Reader
  /** Runs as the owner of the schema, for commands and the start of a process; closed soon after use. */
  owner: Reader
  /** Also as the owner, on a separate connection, with a short timeout for locks that requests need. */
  maintenance: Reader
  /** On the same connection, as the role that deletes expired rows of all tenants. */
  retention: Reader
  /** A separate connection with a short timeout, for readiness; also as the owner. */
  probe: Reader
  waiting: () => number
  /** Commits that took longer than their deadline and are still not confirmed. */
  unconfirmedCommits: () => number
  close: () => Promise<void>
}

/** With what comes before and after it, a request that waited this long gets its 503 within five seconds. */
const ACQUIRE_TIMEOUT_MS = 3_500
/** The same: behind a commit that no standby confirms, its locks are held as long. */
const LOCK_TIMEOUT_MS = 4_000
const RESPONSE_GRACE_MS = 1_000
const COMMIT_TIMEOUT_MS = 3_000

/**
 * How long the locks of a transaction whose client vanished are held, or the statement timeout if that is longer; waiters
 * for these locks give up after LOCK_TIMEOUT_MS.
 */
const IDLE_IN_TRANSACTION_MS = 3_000

/** For everything the probe does: connecting, waiting in the queue, one statement. */
export const PROBE_TIMEOUT_MS = 2_000

const IDLE_MS = 60_000
/** Needed at the start of a process and rarely after it. */
const OWNER_IDLE_MS = 100

/** One is in use; the other is for the time while the first waits for a standby. */
const GROUP_CONNECTIONS = 2

/**
 * The dispatcher has two, the queue the third; opened on demand. They need no durable commits: work that a crash undoes is
 * read from the log again, or found done.
 */
const FEED_CONNECTIONS = 3

/**
 * All statements here are short. Compiling those of the dispatcher took 50 ms each: without an index, a plan that may
 * only use indexes looks expensive.
 */
const NO_COMPILING = { jit: 'off' }

/**
 * The queue is empty one moment and long the next, so the planner's statistics are outdated, and it would scan the whole
 * queue for a few jobs. Every query here can use an index, row by row.
 */
const feedSettings = {
  synchronous_commit: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

// Task numbers and counters fit a double; without this `pg` returns bigint as text.
types.setTypeParser(types.builtins.INT8, Number)
// Otherwise times are sent in the zone of the process, whose historical offsets can have seconds that a timestamp cannot express.
defaults.parseInputDatesAsUTC = true

type RolePool = Session & { pool: Pool; commits: CommitDeadline }

/** Options as `pg` accepts them; its types lack the first and do not know that the second is awaited. */
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
  lateTenants?: LateTenants
  /** Connections that late commits may hold; all of them if nothing else needs the pool. */
  mostLateCommits?: number
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
function reader(rolePool: RolePool, timeoutMs: number): Reader {
  return {
    async rows<Row>(statement: Sql): Promise<Row[]> {
      if (rolePool.isShared) return runOneTripTx({ ...rolePool, timeoutMs }, [prepared(statement)])
      return (await rolePool.pool.query(prepared(statement))).rows as Row[] // the caller names the row type beside its statement
    },
  }
}

/**
 * A statement as another role, on a connection of the owner. Not prepared: a plan made for few expired rows takes minutes
 * for many.
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

/** Has its own watchdog: two seconds of silence concern the probe and not a long statement. */
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

function openTenantPools(
  options: DatabaseOptions & Pick<PoolOptions, 'lateTenants'>,
  watchdog: Watchdog | undefined,
) {
  const {
    poolSize,
    statementTimeoutMs,
    expensiveReadTimeoutMs = null,
    tenantShare = null,
  } = options
  const { app: role } = roleNames(options.rolePrefix)
  const divided = divideConnections({ poolSize, expensiveReadTimeoutMs, tenantShare })
  const open = (size: number, timeoutMs: number) =>
    createPool({
      ...options,
      statementTimeoutMs: timeoutMs,
      watchdog,
      role,
      size,
      // Reads need the others.
      mostLateCommits: Math.max(1, Math.floor(size / 2)),
    })
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
    commits: app.commits,
    tenantShare,
    maxWaiting: options.maxWaitingPerTenant ?? null,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  })
  return {
    ...access,
    commits: app.commits,
    pools: [app, ...(expensive ? [expensive] : [])].map(({ pool }) => pool),
  }
}

export function openDatabase(options: DatabaseOptions): Database {
  const roles: RoleNames = roleNames(options.rolePrefix)
  const timeoutMs = options.statementTimeoutMs
  const probe = openProbe(options)
  const watchdog = openWatchdog(options, probe.read)
  const shared = { ...options, lateTenants: new Map() satisfies LateTenants }
  const open = (role: string | undefined, size: number, settings?: PoolOptions['settings']) =>
    createPool({ ...shared, watchdog, role, size, ...(settings && { settings }) })
  const tenants = openTenantPools(shared, watchdog)
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
    groupDecision: (tenantIds, trips) =>
      runGroupDecision({ ...group, tenantIds, timeoutMs }, trips),
    feed: openFeed({ ...feed, timeoutMs }),
    auth: reader(auth, timeoutMs),
    owner: reader(owner, timeoutMs),
    maintenance: reader(maintenance, timeoutMs),
    retention: roleReader(maintenance, roles.purge, timeoutMs),
    probe: probe.read,
    waiting,
    unconfirmedCommits: () => tenants.commits.unconfirmed + group.commits.unconfirmed,
    close: async () => {
      const own = [auth, group, feed, owner, maintenance, probe].map(({ pool }) => pool)
      await Promise.all([...tenants.pools, ...own].map((pool) => pool.end()))
      watchdog?.stop()
      probe.watchdog?.stop()
    },
  }
}
