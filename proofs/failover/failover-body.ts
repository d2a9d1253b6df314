// One fault after the other under load, with what clients see of each, and what is stored and delivered in the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import {
  type DatabaseCluster,
  startDatabaseCluster,
} from '../../tests/harness/failover/database-cluster.ts'
import type { LabNetwork } from '../../tests/harness/failover/lab-network.ts'
import {
  type EventReceiver,
  startEventReceiver,
} from '../../tests/harness/outage/event-receiver.ts'
import {
  compareStored,
  countRenamed,
  untilDelivered,
} from '../../tests/harness/outage/stored-writes.ts'
import { type Load, startLoad, untilAcknowledged } from '../../tests/harness/outage/write-load.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import type { ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { inflict, isWithoutWriters, type Kind, movesPrimary, planFaults } from './faults.ts'
import { judge, type Outage } from './judge-failover.ts'
import { type Probe, startProbe } from './node-probe.ts'
import { type ServiceSide, startServiceSide, URL } from './service-side.ts'

/** Before the next fault. */
const CALM_MS = 4_000
/** Far longer than any outage that is accepted. */
const OUTAGE_LIMIT_MS = 90_000
const DELIVERY_MS = 120_000

type Lab = {
  network: LabNetwork
  cluster: DatabaseCluster
  service: ServiceSide
  receiver: EventReceiver
  random: SeededRandom
  options: ProofOptions
}

export async function prove(
  options: ProofOptions,
  network: LabNetwork,
  patroniFolder: string,
): Promise<Verdict> {
  const folder = mkdtempSync(join(temporaryRoot(), 'task-failover-'))
  chmodSync(folder, 0o755)
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const asynchronous = options.control
    const cluster = await startDatabaseCluster({ network, folder, patroniFolder, asynchronous })
    stops.push(() => cluster.stop())
    const service = await startServiceSide(folder)
    stops.push(() => service.stop())
    const receiver = await startEventReceiver()
    stops.push(() => receiver.stop())
    const random = seededRandom(options.seed, 'failover')
    return await run({ network, cluster, service, receiver, random, options })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function run(lab: Lab): Promise<Verdict> {
  const { service, receiver, random, options } = lab
  // The one that asynchronous replication does not survive: clients still reach the old primary.
  const kinds: Kind[] = options.control ? ['isolate'] : planFaults(options.full, random)
  const owner = { url: URL, apiKey: service.apiKey }
  await createWebhook(owner, { url: receiver.url, event_types: ['task.created'] })
  const probe = await startProbe(await service.connect('probe'))
  const load = startLoad({ urls: [URL], apiKey: service.apiKey, name: 'failover' })
  const outages: Outage[] = []
  for (const kind of kinds) {
    const outage = await sufferOne(lab, load, kind)
    outages.push(outage)
    options.log(`${outages.length}/${kinds.length} ${describe(outage)}`)
  }
  await sleep(CALM_MS)
  const report = await load.stop()
  const probed = await stopProbe(probe, service)
  const database = await service.connect('tasks')
  const stored = await compareStored(database, report.acknowledged)
  await database.end()
  await untilDelivered(receiver, report.acknowledged, DELIVERY_MS)
  const undelivered = report.acknowledged.filter(({ id }) => !receiver.deliveries.has(id))
  for (const fault of report.faults.slice(0, 20)) options.log(fault)
  return judge({
    outages,
    load: report,
    probe: probed,
    stored,
    undelivered: undelivered.length,
    renamed: countRenamed(receiver),
    deliveries: receiver.count(),
    ended: service.processes.filter(({ process }) => process.exitCode !== null).length,
  })
}

async function sufferOne(lab: Lab, load: Load, kind: Kind): Promise<Outage> {
  const { cluster, service, random, options } = lab
  const primary = await cluster.untilHealthy(OUTAGE_LIMIT_MS)
  await sleep(CALM_MS)
  const startedAt = Date.now()
  const end = await inflict[kind]({ ...lab, primary })
  if (movesPrimary(kind)) await untilMoved(cluster, primary)
  if (!isWithoutWriters(kind)) await untilAcknowledged(load, startedAt, OUTAGE_LIMIT_MS)
  // Old and new primary side by side for a while.
  await sleep(random.between(2_000, 6_000))
  const endedAt = Date.now()
  await end()
  const from = isWithoutWriters(kind) ? endedAt : startedAt
  const next = await cluster.untilHealthy(OUTAGE_LIMIT_MS).catch((error: Error) => {
    options.log(error.message)
  })
  const isOver = await untilAcknowledged(load, Date.now(), OUTAGE_LIMIT_MS)
  return {
    kind,
    primary,
    next: next ?? primary,
    seconds: isOver ? longestGap(load, from) / 1_000 : Number.POSITIVE_INFINITY,
    slowest503Ms: load.slowest503Since(startedAt),
    isConnectorBack: await service.runsJob(),
  }
}

/** Asynchronous replication acknowledges in the meantime, too, which is what the control shows. */
async function untilMoved(cluster: DatabaseCluster, from: number): Promise<void> {
  for (const until = Date.now() + OUTAGE_LIMIT_MS; Date.now() < until; await sleep(250)) {
    if ((await cluster.primaries()).some((node) => node !== from)) return
  }
}

/** Between two acknowledgements, in milliseconds; the first one may have been before. */
function longestGap(load: Load, since: number): number {
  let before = since
  let longest = 0
  for (const at of load.acknowledgedSince(since)) {
    longest = Math.max(longest, at - before)
    before = at
  }
  return longest
}

const describe = ({ kind, primary, next, seconds, slowest503Ms, isConnectorBack }: Outage) =>
  `${kind}: db${primary} to db${next}, ${seconds.toFixed(1)} s without an acknowledgement, slowest own 503 ${slowest503Ms} ms${isConnectorBack ? '' : ', the connector did not return'}`

async function stopProbe(probe: Probe, service: ServiceSide) {
  const database = await service.connect('probe')
  try {
    return await probe.stop(database)
  } finally {
    await database.end()
  }
}
