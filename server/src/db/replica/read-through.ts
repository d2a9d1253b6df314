// Which reads go to the replica, and what happens when it cannot serve one: the same request reads from the primary.
import { codeOf } from '#lib/database-failure.ts'
import { Problem } from '#lib/problem.ts'
import type { RunInTenant } from '../sharing/tenant-access.ts'
import { openRead, type SendRead } from '../tenant-read.ts'
import type { ReplicaMonitor } from './replica-monitor.ts'
import { ReplicaRefused } from './replica-options.ts'

export type ReadCounts = {
  replica: number
  primary: number
  /** Reads that the replica did not serve and the primary was asked for, by reason. */
  fallbacks: Map<string, number>
}

export type ReadThroughOptions = {
  monitor: ReplicaMonitor
  /** To the replica. */
  send: (tenantId: string) => SendRead
  primary: RunInTenant
  applicationTenantFilter: boolean
}

/** Up to this many reads at a time, all go to the replica, and the primary has its time for writes. */
const KEPT_FOR_REPLICA = 16

/** A statement that took too long would take as long again. */
const STATEMENT_CANCELED = '57014'
/** `canceling statement due to conflict with recovery`, and the same for a connection. */
const CONFLICT = '40001'

export function readThrough(options: ReadThroughOptions) {
  const { monitor, send, applicationTenantFilter } = options
  const counts: ReadCounts = { replica: 0, primary: 0, fallbacks: new Map() }
  const outstanding = { replica: 0, primary: 0 }
  const primaryRead: RunInTenant = async (tenantId, work) => {
    outstanding.primary++
    try {
      return await options.primary(tenantId, work)
    } finally {
      outstanding.primary--
    }
  }
  const replicaRead: RunInTenant = async (tenantId, work) => {
    outstanding.replica++
    try {
      const tx = openRead({ tenantId, applicationTenantFilter }, send(tenantId))
      return await monitor.guard(work(tx))
    } finally {
      outstanding.replica--
    }
  }
  /** Beyond that, the server with the shorter queue: with as many cores, both together serve more than one. */
  const usesReplica = () =>
    monitor.status.state === 'in_use' &&
    outstanding.replica < Math.max(KEPT_FOR_REPLICA, outstanding.primary + 1)
  const read: RunInTenant = async (tenantId, work) => {
    if (usesReplica()) {
      try {
        const value = await replicaRead(tenantId, work)
        counts.replica++
        return value
      } catch (error) {
        if (isOfRequest(error)) throw error
        monitor.report(error)
        const reason = reasonOf(error)
        counts.fallbacks.set(reason, (counts.fallbacks.get(reason) ?? 0) + 1)
      }
    }
    counts.primary++
    return primaryRead(tenantId, work)
  }
  return { read, primaryRead, counts }
}

/** The primary would give the same response. */
const isOfRequest = (error: unknown) =>
  error instanceof Problem || codeOf(error) === STATEMENT_CANCELED

function reasonOf(error: unknown): string {
  if (error instanceof ReplicaRefused) return error.reason
  return codeOf(error) === CONFLICT ? 'conflict' : 'failed'
}
