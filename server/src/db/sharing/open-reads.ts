// How reads of tenants get a connection of one server: in batches, alone, or on connections for expensive reads.
import type { Pool } from 'pg'
import { earlierWaitMs } from '#lib/time/earlier-wait.ts'
import { connectAfter } from '../liveness/connect-after.ts'
import { type ReadSession, readAlone } from '../read-batch.ts'
import { ReadBatcher } from '../read-batcher.ts'
import type { Position } from '../replica/position.ts'
import type { TenantRead } from '../tenant-read.ts'
import { FairPool } from './fair-pool.ts'

/** `size` is the part of it that tenants may hold. */
export type SharedPool = ReadSession & { pool: Pool; size: number }

export type ReadsOptions = {
  app: SharedPool
  /** For reads that may take long; undefined where they use the general connections. */
  expensive: SharedPool | undefined
  /** Per tenant, in percent; null for no limit. */
  tenantShare: number | null
  maxWaiting: number | null
  acquireTimeoutMs: number
}

/** Few get a connection before the wait ends, and each waiting read counts as a request in progress for all tenants. */
const fewer = (maxWaiting: number | null) => maxWaiting && Math.ceil(maxWaiting / 10)

/** For as long as the request may still wait. */
const patiently = (fair: FairPool, tenantId: string) => () =>
  connectAfter(earlierWaitMs(), fair.of(tenantId))

export function openReads({ app, expensive, ...options }: ReadsOptions) {
  const { tenantShare, maxWaiting, acquireTimeoutMs } = options
  const share = ({ pool, size }: SharedPool, most: number | null) =>
    new FairPool({ pool, size, maxWaiting: most, acquireTimeoutMs, share: tenantShare })
  const shared = share(app, maxWaiting)
  const sharedExpensive = expensive && share(expensive, fewer(maxWaiting))
  const batches = new ReadBatcher({
    pool: app.pool,
    session: app,
    tenants: shared,
    leavesOne: tenantShare !== null,
  })
  return {
    shared,
    /** `after`: what a replica must have replayed. */
    send: (tenantId: string, { config, isExpensive }: TenantRead, after?: Position) => {
      const read = { tenantId, config, after }
      if (isExpensive && expensive && sharedExpensive) {
        return readAlone(patiently(sharedExpensive, tenantId), expensive, read)
      }
      // A statement planned for each execution may take long and must not delay other tenants in a batch.
      return config.name
        ? batches.read(tenantId, config, after)
        : readAlone(patiently(shared, tenantId), app, read)
    },
    waiting: () =>
      shared.waiting() +
      (sharedExpensive?.waiting() ?? 0) +
      app.pool.waitingCount +
      batches.waiting(),
  }
}
