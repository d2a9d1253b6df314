// The connections to the read replica, and the check that decides whether it is used.

import { Watchdog } from '../liveness/watchdog.ts'
import type { DatabaseOptions } from '../pool/database-options.ts'
import { createPool, type PoolOptions, RESPONSE_GRACE_MS, reader } from '../pool/role-pool.ts'
import { readAlone } from '../read-batch.ts'
import { roleNames } from '../roles.ts'
import { divideConnections } from '../sharing/divide-connections.ts'
import { openReads } from '../sharing/open-reads.ts'
import type { RunInTenant } from '../sharing/tenant-access.ts'
import { createPositionSource, type Position } from './position.ts'
import { type ReadCounts, readThrough } from './read-through.ts'
import { createFence } from './replica-fence.ts'
import { type Identity, identify, identifyClient, refuseOther } from './replica-identity.ts'
import { ReplicaMonitor } from './replica-monitor.ts'
import type { ReadReplicaOptions, ReplicaStatus } from './replica-options.ts'

export type Replica = {
  /** Reads from the replica or the primary. */
  read: RunInTenant
  /** The same as the given one, counted: the shorter queue gets the next read. */
  primaryRead: RunInTenant
  status: () => ReplicaStatus
  lagMs: () => number
  counts: ReadCounts
  waiting: () => number
  close: () => Promise<void>
}

export type ReplicaOptions = {
  database: DatabaseOptions
  replica: ReadReplicaOptions
  primary: RunInTenant
}

/** A read that gets no connection in time has time left for the primary. */
const ACQUIRE_TIMEOUT_MS = 500
/** Of a check, in addition to the lag that is allowed. */
const CHECK_TIMEOUT_MS = 1_000
/** No tenant has it: the check reads no rows. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000'

export function openReplica({ database, replica, primary }: ReplicaOptions): Replica {
  const watchdog = openWatchdog(database, database.statementTimeoutMs)
  const checkMs = CHECK_TIMEOUT_MS + replica.maxLagMs
  const checkWatchdog = openWatchdog(database, checkMs)
  const { app: role } = roleNames(database.rolePrefix)
  const limits = { role, statementTimeoutMs: CHECK_TIMEOUT_MS, acquireTimeoutMs: CHECK_TIMEOUT_MS }
  // One statement at a time: reads that wait for a position share it.
  const asked = createPool({ ...database, ...limits, watchdog: checkWatchdog, size: 1 })
  const askPrimary = reader(asked, CHECK_TIMEOUT_MS)
  const source = createPositionSource(askPrimary)
  const askPosition = async () => (replica.checksPosition === false ? undefined : source())
  const pools = openPools(database, replica, {
    watchdog,
    checkWatchdog,
    identity: () => identify(askPrimary),
  })
  const reads = openReads({
    ...pools,
    tenantShare: database.tenantShare ?? null,
    maxWaiting: database.maxWaitingPerTenant ?? null,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  })
  const monitor = new ReplicaMonitor({
    check: () => checkReplica(askPosition, pools.check),
    timeoutMs: checkMs,
    ...(replica.onChange && { onChange: replica.onChange }),
  })
  const through = readThrough({
    monitor,
    primary,
    applicationTenantFilter: database.applicationTenantFilter ?? true,
    send: (tenantId) => async (read) => {
      // Before each statement: what an earlier one has shown is before this position, too.
      const after = await askPosition()
      return reads.send(tenantId, read, after)
    },
  })
  return {
    ...through,
    status: () => monitor.status,
    lagMs: () => monitor.lagMs,
    waiting: reads.waiting,
    close: async () => {
      monitor.stop()
      const all = [asked, pools.app, pools.check, ...(pools.expensive ? [pools.expensive] : [])]
      await Promise.all(all.map(({ pool }) => pool.end()))
      watchdog?.stop()
      checkWatchdog?.stop()
    },
  }
}

function openWatchdog(
  { responseGraceMs: graceMs = RESPONSE_GRACE_MS, onSilence: onDrop }: DatabaseOptions,
  timeoutMs: number,
): Watchdog | undefined {
  if (graceMs === null) return undefined
  return new Watchdog({ silenceMs: timeoutMs + graceMs, ...(onDrop && { onDrop }) })
}

type Surroundings = {
  watchdog: Watchdog | undefined
  /** A check must not wait behind one that got no response. */
  checkWatchdog: Watchdog | undefined
  /** Of the primary, now: it may have been replaced. */
  identity: () => Promise<Identity | undefined>
}

function openPools(database: DatabaseOptions, replica: ReadReplicaOptions, around: Surroundings) {
  const { statementTimeoutMs, expensiveReadTimeoutMs = null, tenantShare = null } = database
  const { poolSize, maxLagMs } = replica
  const divided = divideConnections({ poolSize, expensiveReadTimeoutMs, tenantShare })
  const { app: role } = roleNames(database.rolePrefix)
  const isShared = (database.pooler ?? 'none') !== 'none'
  const open = (size: number, timeoutMs: number, more: Partial<PoolOptions> = {}) => ({
    ...createPool({
      ...database,
      url: replica.url,
      role,
      size,
      watchdog: around.watchdog,
      statementTimeoutMs: timeoutMs,
      acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
      verify: async (client) => refuseOther(await around.identity(), await identifyClient(client)),
      ...more,
    }),
    fence: createFence({ maxLagMs, isShared }),
  })
  const expensiveMs = Math.min(expensiveReadTimeoutMs ?? statementTimeoutMs, statementTimeoutMs)
  return {
    app: { ...open(divided.general, statementTimeoutMs), size: divided.forTenants },
    expensive:
      divided.expensive === 0
        ? undefined
        : { ...open(divided.expensive, expensiveMs), size: divided.expensive },
    check: open(1, CHECK_TIMEOUT_MS + maxLagMs, {
      acquireTimeoutMs: CHECK_TIMEOUT_MS,
      watchdog: around.checkWatchdog,
    }),
  }
}

type CheckPool = ReturnType<typeof openPools>['check']

async function checkReplica(
  askPosition: () => Promise<Position | undefined>,
  check: CheckPool,
): Promise<void> {
  const after = await askPosition()
  const config = { text: 'select', values: [] }
  await readAlone(() => check.pool.connect(), check, { tenantId: NO_TENANT, config, after })
}
