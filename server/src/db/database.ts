// Connections to PostgreSQL by role, and the functions through which the rest of the server reaches it.

import { type Feed, openFeed } from './feed/feed.ts'
import { runGroupDecision, runGroupRead, runGroupTx } from './group-tx.ts'
import type { LateTenants } from './liveness/commit-deadline.ts'
import { ACQUIRE_TIMEOUT_MS } from './liveness/connect-after.ts'
import { Watchdog } from './liveness/watchdog.ts'
import { within } from './liveness/within.ts'
import { runOneTripTx, type TwoTrips } from './one-trip-tx.ts'
import { MAINTENANCE_LOCK_TIMEOUT_MS } from './operate/lock-retry.ts'
import type { DatabaseOptions } from './pool/database-options.ts'
import {
  createPool,
  type PoolOptions,
  RESPONSE_GRACE_MS,
  type RolePool,
  reader,
} from './pool/role-pool.ts'
import type { Reader } from './reader.ts'
import { openReplica, type Replica } from './replica/open-replica.ts'
import { type RoleNames, roleNames } from './roles.ts'
import { divideConnections } from './sharing/divide-connections.ts'
import { openTenantAccess, type RunInTenant } from './sharing/tenant-access.ts'
import { type Sql, sql } from './sql.ts'

export type { DatabaseOptions } from './pool/database-options.ts'
export type { RunInTenant } from './sharing/tenant-access.ts'

export type Database = {
  tenantTx: RunInTenant
  tenantRead: RunInTenant
  /** From the read replica if there is one that is current, otherwise the same as `tenantRead`: for lists and counts. */
  replicaRead: RunInTenant
  /** Null without a replica. */
  replica: Pick<Replica, 'status' | 'lagMs' | 'counts'> | null
  /** Statements for the given tenants, committed when it resolves; returns the rows of the last statement. */
  groupTx: <Row>(tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Row[]>
  /** The same for statements that only read. */
  groupRead: <Row>(tenantIds: readonly string[], statements: readonly Sql[]) => Promise<Row[]>
  /** The same for writes that depend on what was read; returns the value that `decide` returned. */
  groupDecision: <Rows extends unknown[][], T>(
    tenantIds: readonly string[],
    trips: TwoTrips<Rows, T>,
  ) => Promise<T>
  /** The event log of all tenants and the job queue, for the dispatcher, for workers and for quiet event streams. */
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

/** For everything the probe does: connecting, waiting in the queue, one statement. */
export const PROBE_TIMEOUT_MS = 2_000

/** Needed at the start of a process and rarely after it. */
const OWNER_IDLE_MS = 100

/** One is in use; the other is for the time while the first waits for a standby. */
const GROUP_CONNECTIONS = 2

/**
 * The dispatcher has two, the queue the third, and streams of an API process one; opened on demand. They need no durable commits: work that a crash undoes is
 * read from the log again, or found done.
 */
const FEED_CONNECTIONS = 3

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
  const replica = options.readReplica
    ? openReplica({
        database: options,
        replica: options.readReplica,
        primary: tenants.tenantRead,
      })
    : null
  return {
    tenantTx: tenants.tenantTx,
    tenantRead: replica?.primaryRead ?? tenants.tenantRead,
    replicaRead: replica?.read ?? tenants.tenantRead,
    replica,
    groupTx: (tenantIds, statements) => runGroupTx({ ...group, tenantIds, timeoutMs }, statements),
    groupRead: (tenantIds, statements) =>
      runGroupRead({ ...group, tenantIds, timeoutMs }, statements),
    groupDecision: (tenantIds, trips) =>
      runGroupDecision({ ...group, tenantIds, timeoutMs }, trips),
    feed: openFeed({ ...feed, timeoutMs, look: reader(feed, timeoutMs) }),
    auth: reader(auth, timeoutMs),
    owner: reader(owner, timeoutMs),
    maintenance: reader(maintenance, timeoutMs),
    retention: roleReader(maintenance, roles.purge, timeoutMs),
    probe: probe.read,
    waiting: () => tenants.waiting() + (replica?.waiting() ?? 0),
    unconfirmedCommits: () => tenants.commits.unconfirmed + group.commits.unconfirmed,
    close: async () => {
      const own = [auth, group, feed, owner, maintenance, probe].map(({ pool }) => pool)
      await Promise.all([...tenants.pools, ...own].map((pool) => pool.end()))
      await replica?.close()
      watchdog?.stop()
      probe.watchdog?.stop()
    },
  }
}
