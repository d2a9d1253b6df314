// What a process says about its read replica, and what the replica's state is called.

export type ReadReplicaOptions = {
  url: string
  /** Connections to the replica, in addition to those to the primary. */
  poolSize: number
  /** How long a read waits until the replica has replayed what the primary had when the read arrived. */
  maxLagMs: number
  /** Turned off only by a test of stale reads. */
  checksPosition?: boolean
  onChange?: (status: ReplicaStatus) => void
}

export type ReplicaReason =
  /** No check has succeeded since the start of the process. */
  | 'connecting'
  | 'unreachable'
  /** Connected, but a check got no response in time. */
  | 'unresponsive'
  | 'behind'
  /** It accepts writes, so it replays nothing. */
  | 'promoted'
  /** Of another installation, or another database of the server. */
  | 'other_database'
  /** It has not, or not yet, followed a failover of the primary. */
  | 'other_timeline'
  /** Without it, no read of the replica is known to be current. */
  | 'primary_position_unknown'

export type ReplicaStatus =
  | { state: 'in_use' }
  | { state: 'not_used'; reason: ReplicaReason; error?: Error }

/** The replica must not serve a read. */
export class ReplicaRefused extends Error {
  override readonly name = 'ReplicaRefused'
  readonly reason: ReplicaReason

  constructor(reason: ReplicaReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
