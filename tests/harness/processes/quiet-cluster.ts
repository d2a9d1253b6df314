// A database server for tests that transactions of other tests would disturb: they keep the dispatcher from reading what is
// new. Test files of one process share it, because they run one after the other.
import { type Cluster, startCluster } from '../cluster.ts'

let cluster: Promise<Cluster> | undefined

/** Ends with the process. Autovacuum has transactions, too. */
export function quietCluster(): Promise<Cluster> {
  return (cluster ??= startCluster({
    fsync: false,
    inMemory: true,
    settings: { autovacuum: 'off' },
  }))
}
