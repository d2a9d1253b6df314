// How a tenant accesses its rows, over connections shared with other tenants.
import type { CommitDeadline } from '../liveness/commit-deadline.ts'
import type { Session } from '../session.ts'
import { runTenantRead } from '../tenant-read.ts'
import { runTenantTx, type Tx } from '../tenant-tx.ts'
import { openReads, type ReadsOptions, type SharedPool } from './open-reads.ts'

export type RunInTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>

export type TenantAccessOptions = ReadsOptions & {
  app: SharedPool & Session
  applicationTenantFilter: boolean
  commits: CommitDeadline
}

export function openTenantAccess(options: TenantAccessOptions) {
  const { app, applicationTenantFilter, commits } = options
  const { shared, send, waiting } = openReads(options)
  const tx = { ...app, applicationTenantFilter, commits }
  const tenantTx: RunInTenant = (tenantId, work) =>
    runTenantTx({ ...tx, pool: shared.ofWrites(tenantId), tenantId }, work)
  const tenantRead: RunInTenant = (tenantId, work) =>
    runTenantRead({ tenantId, applicationTenantFilter }, work, (read) => send(tenantId, read))
  return { tenantTx, tenantRead, waiting }
}
