// How a tenant accesses its rows, over connections shared with other tenants.
import type { Pool } from 'pg'
import type { CommitDeadline } from '../liveness/commit-deadline.ts'
import { readAlone } from '../read-batch.ts'
import { ReadBatcher } from '../read-batcher.ts'
import type { Session } from '../session.ts'
import { runTenantRead } from '../tenant-read.ts'
import { runTenantTx, type Tx } from '../tenant-tx.ts'
import { FairPool } from './fair-pool.ts'

export type RunInTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>

/** `size` is the part of it that tenants may hold. */
type SharedPool = Session & { pool: Pool; size: number }

export type TenantAccessOptions = {
  app: SharedPool
  /** For reads that may take long; undefined where they use the general connections. */
  expensive: SharedPool | undefined
  applicationTenantFilter: boolean
  commits: CommitDeadline
  /** Per tenant, in percent; null for no limit. */
  tenantShare: number | null
  maxWaiting: number | null
  acquireTimeoutMs: number
}

/** Few get a connection before the wait ends, and each waiting read counts as a request in progress for all tenants. */
const fewer = (maxWaiting: number | null) => maxWaiting && Math.ceil(maxWaiting / 10)

export function openTenantAccess(options: TenantAccessOptions) {
  const { app, expensive, applicationTenantFilter, commits } = options
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
  const tx = { ...app, applicationTenantFilter, commits }
  const tenantTx: RunInTenant = (tenantId, work) =>
    runTenantTx({ ...tx, pool: shared.ofWrites(tenantId), tenantId }, work)
  const tenantRead: RunInTenant = (tenantId, work) =>
    runTenantRead({ tenantId, applicationTenantFilter }, work, (read) => {
      const { config } = read
      if (read.isExpensive && expensive && sharedExpensive) {
        return readAlone(sharedExpensive.of(tenantId).connect, expensive, { tenantId, config })
      }
      // A statement planned for each execution may take long and must not delay other tenants in a batch.
      return config.name
        ? batches.read(tenantId, config)
        : readAlone(shared.of(tenantId).connect, app, { tenantId, config })
    })
  const waiting = () =>
    shared.waiting() + (sharedExpensive?.waiting() ?? 0) + app.pool.waitingCount + batches.waiting()
  return { tenantTx, tenantRead, waiting }
}
