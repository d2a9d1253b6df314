// What happens to the database machines, and how it ends.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseCluster } from '../../tests/harness/failover/database-cluster.ts'
import {
  type LabNetwork,
  NODES,
  type NodeNumber,
} from '../../tests/harness/failover/lab-network.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

export const KINDS = [
  'kill',
  'stop',
  'partition',
  'isolate',
  'switchover',
  'no standby',
  'etcd majority',
] as const
export type Kind = (typeof KINDS)[number]

/** Of 50. */
const COUNTS: Record<Kind, number> = {
  kill: 14,
  stop: 8,
  partition: 10,
  isolate: 6,
  switchover: 6,
  'no standby': 3,
  'etcd majority': 3,
}

/** One of each kind, or 50 in random order. */
export function planFaults(full: boolean, random: SeededRandom): Kind[] {
  if (!full) return [...KINDS]
  const rest = KINDS.flatMap((kind) => Array.from({ length: COUNTS[kind] }, () => kind))
  return rest
    .map((kind) => ({ kind, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ kind }) => kind)
}

export type Scene = {
  network: LabNetwork
  cluster: DatabaseCluster
  primary: NodeNumber
  random: SeededRandom
}

/** During these no primary can acknowledge a write, so the outage is counted from their end. */
export const isWithoutWriters = (kind: Kind): boolean => kind === 'no standby'

/** After these another machine is the primary. */
export const movesPrimary = (kind: Kind): boolean =>
  kind !== 'no standby' && kind !== 'etcd majority'

/** Resolves when it has happened; the returned function ends it. */
export const inflict: Record<Kind, (scene: Scene) => Promise<() => Promise<void>>> = {
  async kill({ cluster, primary, random }) {
    const isWholeMachine = random.next() < 0.5
    await cluster.database(primary).kill()
    if (isWholeMachine) await cluster.etcd(primary).kill()
    return () => cluster.repair()
  },
  async stop({ cluster, primary }) {
    await cluster.database(primary).freeze()
    return () => cluster.database(primary).thaw()
  },
  async partition({ network, primary }) {
    network.partition(primary)
    return async () => network.heal(primary)
  },
  async isolate({ network, primary }) {
    network.isolate(primary)
    return async () => network.heal(primary)
  },
  async switchover({ cluster, primary }) {
    await cluster.switchover(primary)
    return async () => undefined
  },
  async 'no standby'({ cluster, primary }) {
    const standbys = NODES.filter((node) => node !== primary)
    for (const node of standbys) await cluster.database(node).freeze()
    await sleep(15_000)
    return async () => {
      for (const node of standbys) await cluster.database(node).thaw()
    }
  },
  async 'etcd majority'({ cluster, random }) {
    const survivor = random.pick(NODES)
    for (const node of NODES) if (node !== survivor) await cluster.etcd(node).kill()
    // Longer than the lease of the primary.
    await sleep(30_000)
    return () => cluster.repair()
  },
}
