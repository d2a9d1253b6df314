// What a process says about its connections to PostgreSQL.
import type { Drop } from '../liveness/watchdog.ts'
import type { ReadReplicaOptions } from '../replica/replica-options.ts'
import type { Pooler } from '../session.ts'

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
  /** The kind of pooler in front of PostgreSQL, and of the replica. */
  pooler?: Pooler
  /** Where lists, counts and searches may be read; undefined where everything is read from the primary. */
  readReplica?: ReadReplicaOptions | undefined
  /** Turned off only by a test of row-level security. */
  applicationTenantFilter?: boolean
  onPoolError?: (error: Error) => void
  onSilence?: (drop: Drop) => void
}
