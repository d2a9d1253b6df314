// The operations that may read from a replica: those whose statements look at many rows. A read of one row by its key costs the
// primary about as much as the question for its position.
import type { AnyOperationId } from '@task-service/contract'
import type { RunInTenant } from '#db/database.ts'

/**
 * Not events, whose readers keep positions of the primary; and not deliveries, which are written without waiting for the disk,
 * so that a replica can be behind what the primary has shown.
 */
export const REPLICA_READS = [
  'tasks.list',
  'tasks.counts',
  'tasks.facets',
  'tasks.activity',
  'comments.list',
  'attachments.list',
  'queues.history',
  'runs.list',
  'links.list',
  'stats.overview',
  'stats.flow',
  'audit.list',
] as const satisfies AnyOperationId[]

export function readFromReplica(read: RunInTenant) {
  const entries = REPLICA_READS.map((id) => [id, read])
  return Object.fromEntries(entries) as Record<(typeof REPLICA_READS)[number], RunInTenant> // the names above
}
