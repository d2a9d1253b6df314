// One fault after the other under load, with what clients see of each, and what is stored and delivered in the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import {
  compareStored,
  countRenamed,
  untilDelivered,
} from '../../tests/harness/outage/stored-writes.ts'
import { type Acknowledged, type Load, startLoad } from '../../tests/harness/outage/write-load.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import type { ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { inflict, KINDS, type Kind, READS_CONTINUE } from './inflict.ts'
import { judge, judgeControl, type Outage } from './judge-faults.ts'
import { openSite, type Site } from './site.ts'

const FAULT_MS = { ci: 6_000, full: 30_000 }
const ROUNDS = { ci: 1, full: 3 }
/** Without a fault, before the next one. */
const CALM_MS = 1_500
/** Far longer than any recovery that is accepted. */
const RECOVERY_LIMIT_MS = 90_000
const DELIVERY_MS = 90_000

/** In the control only what makes the damage: without defenses not everything comes back from the others. */
const CONTROL: readonly Kind[] = ['disk of the data full', 'disk of the WAL full']

type Run = { site: Site; load: Load; options: ProofOptions; more: Acknowledged[] }

export async function prove(options: ProofOptions): Promise<Verdict> {
  const site = await openSite(options.control)
  try {
    const load = startLoad({
      urls: site.apis.map(({ url }) => url),
      apiKey: site.apis[0].apiKey,
      name: 'faults',
    })
    return await run({ site, load, options, more: [] })
  } finally {
    await site.stop()
  }
}

async function run(all: Run): Promise<Verdict> {
  const { site, load, options, more } = all
  const outages: Outage[] = []
  const kinds = options.control ? CONTROL : planFaults(options)
  for (const kind of kinds) {
    await sleep(CALM_MS)
    const outage = await sufferOne(all, kind)
    outages.push(outage)
    options.log(`${outages.length}/${kinds.length} ${describe(outage)}`)
    for (const found of outage.contradictions) options.log(`  ${found}`)
  }
  const report = await load.stop()
  const acknowledged = [...report.acknowledged, ...more]
  // An aborted transaction leaves no row, so every row is of a create.
  const stored = await withAdmin(site.database.superuserUrl, (admin) =>
    compareStored(admin, acknowledged),
  )
  if (!options.control) await untilDelivered(site.receiver, acknowledged, DELIVERY_MS)
  for (const fault of report.faults.slice(0, 20)) options.log(fault)
  const facts = {
    outages,
    load: report,
    stored,
    undelivered: acknowledged.filter(({ id }) => !site.receiver.deliveries.has(id)).length,
    renamed: countRenamed(site.receiver),
    deliveries: site.receiver.count(),
    ended: [...site.apis, site.worker()].filter(({ process }) => process.exitCode !== null).length,
  }
  return options.control ? judgeControl(facts) : judge(facts)
}

function planFaults({ full, seed }: ProofOptions): Kind[] {
  const random: SeededRandom = seededRandom(seed, 'order')
  return Array.from({ length: ROUNDS[full ? 'full' : 'ci'] }, () =>
    KINDS.map((kind) => ({ kind, place: random.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ kind }) => kind),
  ).flat()
}

async function sufferOne({ site, load, options, more }: Run, kind: Kind): Promise<Outage> {
  const faultMs = FAULT_MS[options.full ? 'full' : 'ci']
  const startedAt = Date.now()
  const fault = await inflict[kind]({ site, load, faultMs, log: options.log })
  await sleep(faultMs)
  const tookEffect = await fault.tookEffect()
  // Those sent at the end may have been in flight when it was over.
  const reads = load.readsSince(startedAt)
  const responses503 = load.count503Since(startedAt)
  await fault.end()
  const endedAt = Date.now()
  for (const { title, id } of fault.created ?? []) more.push({ title, id, at: endedAt })
  const [apiSeconds, workerSeconds] = await Promise.all([
    secondsUntil(() => isServing(load, endedAt)),
    secondsUntil(() => hasDelivered(site, load, endedAt)),
  ])
  return {
    kind,
    tookEffect,
    apiSeconds,
    workerSeconds,
    reads: reads.length,
    failedReads: READS_CONTINUE.has(kind)
      ? reads.filter(({ status }) => status !== 200).length
      : undefined,
    responses503,
    slowest503Ms: load.slowest503Since(startedAt),
    contradictions: fault.contradictions?.() ?? [],
  }
}

const WINDOW_MS = 1_500

/** For a while nothing but successes: one could be of a request that was still in flight. */
function isServing(load: Load, since: number): boolean {
  const from = Date.now() - WINDOW_MS
  if (from < since || load.count503Since(from) > 0) return false
  const reads = load.readsSince(from)
  return (
    load.acknowledgedSince(from).length >= 5 &&
    reads.length > 0 &&
    reads.every(({ status }) => status === 200)
  )
}

function hasDelivered({ receiver }: Site, load: Load, since: number): boolean {
  const later = load.acknowledged().filter(({ at }) => at >= since)
  return later.some(({ id }) => receiver.deliveries.has(id))
}

/** Infinite when it never is so. */
async function secondsUntil(isSo: () => boolean): Promise<number> {
  const startedAt = Date.now()
  for (; Date.now() - startedAt < RECOVERY_LIMIT_MS; await sleep(100)) {
    if (isSo()) return (Date.now() - startedAt) / 1_000
  }
  return Number.POSITIVE_INFINITY
}

const describe = (outage: Outage): string =>
  [
    `${outage.kind}: ${outage.responses503} × 503, slowest ${outage.slowest503Ms} ms`,
    `${outage.reads} reads${outage.failedReads === undefined ? '' : `, ${outage.failedReads} failed`}`,
    `back after ${outage.apiSeconds.toFixed(1)} s, worker ${outage.workerSeconds.toFixed(1)} s`,
    ...(outage.tookEffect ? [] : ['NO EFFECT']),
  ].join(', ')
