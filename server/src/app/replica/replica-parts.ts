// What the configuration says about the read replica, and what is logged and measured of it.
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import type { ReadReplicaOptions } from '#db/replica/replica-options.ts'
import type { Logger } from '#observe/log.ts'
import { observeGauge, observeLabeledCount } from '#observe/metrics.ts'

/** Only requests are read from it: background work reads what it is about to change. */
export function replicaOptions(
  { database: { replica } }: Config<'database'>,
  log: Logger,
): ReadReplicaOptions | undefined {
  if (!replica) return undefined
  return {
    ...replica,
    url: replica.url.reveal(),
    onChange: (status) => {
      if (status.state === 'in_use') return log.info('the read replica is in use')
      const { reason, error } = status
      log.warn({ reason, err: error }, 'the read replica is not used; reads go to the primary')
    },
  }
}

export function observeReplica(replica: Database['replica']): void {
  if (!replica) return
  const { counts, status, lagMs } = replica
  observeLabeledCount(
    'task_service.replica.reads',
    'Reads that may use the replica, by the server that served them',
    () => [
      { value: counts.replica, labels: { target: 'replica' } },
      { value: counts.primary, labels: { target: 'primary' } },
    ],
  )
  observeLabeledCount(
    'task_service.replica.fallbacks',
    'Reads that the replica could not serve and the primary was asked for, by reason',
    () => [...counts.fallbacks].map(([reason, value]) => ({ value, labels: { reason } })),
  )
  observeGauge('task_service.replica.in_use', '1 while the read replica is in use', () =>
    status().state === 'in_use' ? 1 : 0,
  )
  observeGauge(
    'task_service.replica.lag_seconds',
    'Time until the replica had what the primary had, at the last check; while it is not in use, since the last one that succeeded',
    () => lagMs() / 1000,
  )
}
