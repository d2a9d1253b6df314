// The proof for every vendor: items are imported with progress, both sides converge, echoes stop, and kills cause no loss and
// no duplicates.
import type { Link, SyncRun } from '@task-service/contract'
import { atLeast, atMost, equals, none } from '../../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../../tools/programs/proof.ts'
import { until } from '../clients/api-client.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { type Answered, playAnswers } from './answers.ts'
import { emptyLedger, findLosses, killRound, type Loss, VICTIMS } from './kills.ts'
import type { Moment } from './moments.ts'
import { type Findings, playScenes, stormEchoes } from './scenes.ts'
import { type Backend, startRig } from './start-rig.ts'
import type { Extra, SyncRig } from './sync-rig.ts'
import { enterCredential, openWorld, type World } from './world.ts'

const ITEMS = { small: 250, full: 500 }
const KILLS = { small: 1, full: 20 }
const MOST_EXTRA = 1
/** Each part of the proof has items of its own. */
const SCENE_ITEMS = 20
const ANSWER_ITEMS = 25
const MOMENTS = ['made', 'changed', 'reading'] as const satisfies Moment[]

type Import = {
  wanted: number
  tasks: number
  sightings: number
  total: number | null
  seconds: number
}

export function proveSync(backend: Backend): Pick<Proof, 'claim' | 'hasControl' | 'prove'> {
  return {
    claim: `${ITEMS.full} items of ${backend} are imported with progress; edits on both sides converge in at most 2 hops; an echo storm ends with at most ${MOST_EXTRA} extra update; service, worker and vendor are killed (${KILLS.full} times each): no duplicate, no lost change, no skipped item`,
    hasControl: true,
    async prove(options) {
      const rig = await startRig[backend]()
      try {
        const world = await openWorld(rig, { isForgetful: options.control })
        try {
          return await prove(world, options)
        } finally {
          await world.stop()
        }
      } finally {
        await rig.stop()
      }
    },
  }
}

async function prove(world: World, options: ProofOptions): Promise<Verdict> {
  const { log } = options
  const wanted = options.full ? ITEMS.full : ITEMS.small
  await world.rig.fill(wanted - (await world.rig.count()))
  const imported = await importAll(world, wanted)
  log(
    `${imported.tasks} of ${wanted} items in ${imported.seconds} s, seen in progress ${imported.sightings} times`,
  )
  const links = await world.client.list<Link>(`/api/links?integration=${world.integrationId}`)
  const findings = await playScenes(world, links)
  for (const fault of findings.faults) log(`  ${fault}`)
  const spare = links.slice(SCENE_ITEMS)
  const [echo] = spare
  if (!echo) throw new Error('nothing came in')
  const extra = await stormEchoes(world, echo)
  log(
    `${findings.scenes} scenes, at most ${findings.mostHops} hops; ${extra} extra updates after the storm`,
  )
  const answered = await playAnswers(world, spare.slice(1), options)
  const extras = await playExtras(world, links, world.rig.extras)
  const loss = await rage(world, spare.slice(1 + ANSWER_ITEMS), options)
  extras.push(...(await playExtras(world, links, world.rig.atEnd)))
  const breaches = (await world.rig.listFaults?.()) ?? []
  const wrong = [...answered.faults, ...extras, ...loss.lost, ...breaches]
  for (const fault of wrong.slice(0, 20)) log(`  ${fault}`)
  return judge(world.rig, options, {
    imported,
    findings,
    extra,
    answered,
    extras,
    loss,
    breaches: breaches.length,
  })
}

async function playExtras(
  world: World,
  links: readonly Link[],
  extras: readonly Extra[] = [],
): Promise<string[]> {
  const faults: string[] = []
  for (const { name, play } of extras) {
    const found = await play(world, links.slice(SCENE_ITEMS - 5)).catch((error) => [String(error)])
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  return faults
}

const isDone = (run: SyncRun | undefined) => run?.state === 'succeeded'

async function importAll(world: World, wanted: number): Promise<Import> {
  const begun = Date.now()
  await enterCredential(world)
  await world.client.ask('POST', `/api/integrations/${world.integrationId}/sync`, {})
  const sightings = new Set<number>()
  const look = async () => {
    const path = `/api/integrations/${world.integrationId}/runs`
    const { data } = await world.client.ask<{ data: SyncRun[] }>('GET', path)
    const run = data.at(-1)
    if (run?.state === 'running' && run.total !== null) sightings.add(run.read)
    return run
  }
  const run = await until('the import', look, isDone, 280_000, 50)
  const links = await world.client.list(`/api/links?integration=${world.integrationId}`)
  const seconds = Math.round((Date.now() - begun) / 1_000)
  const total = run?.total ?? null
  return { wanted, tasks: links.length, sightings: sightings.size, total, seconds }
}

async function rage(world: World, links: readonly Link[], options: ProofOptions): Promise<Loss> {
  const random = seededRandom(options.seed, 'sync kills')
  const ledger = emptyLedger()
  const rounds = options.full ? KILLS.full : KILLS.small
  // Each round has items of its own: what is on its way from one is not changed by the next.
  const share = Math.floor(links.length / (rounds * VICTIMS.length) / 2) * 2
  for (let round = 0; round < rounds * VICTIMS.length; round++) {
    const victim = VICTIMS[round % VICTIMS.length] ?? 'worker'
    const own = links.slice(round * share, (round + 1) * share)
    const moment = options.control ? 'made' : random.pick(MOMENTS)
    const facts = { round, moment, links: own, random: () => random.next() }
    await killRound(world, ledger, victim, facts)
    options.log(`killed the ${victim} (${round + 1} of ${rounds * VICTIMS.length}): ${moment}`)
  }
  return findLosses(world, ledger)
}

type Seen = {
  imported: Import
  findings: Findings
  extra: number
  answered: Answered
  extras: string[]
  loss: Loss
  breaches: number
}

function judge(
  { answers, extras: ofVendor = [], atEnd = [] }: SyncRig,
  { full }: ProofOptions,
  { imported, findings, extra, answered, extras, loss, breaches }: Seen,
): Verdict {
  const kills = (full ? KILLS.full : KILLS.small) * VICTIMS.length
  const figures = [
    `${imported.tasks} of ${imported.wanted} items came in, progress seen ${imported.sightings} times`,
    `${findings.scenes} scenes, at most ${findings.mostHops} hops, ${findings.faults.length} faults`,
    `${extra} extra updates after an echo storm`,
    ...(answers
      ? [`${answered.count} error responses handled, ${answered.faults.length} faults`]
      : []),
    ...[...ofVendor, ...atEnd].map(
      ({ name }) => `${name}: ${extras.filter((fault) => fault.startsWith(name)).length} faults`,
    ),
    `${kills} kills: ${loss.duplicates} duplicates, ${loss.lost.length} lost`,
    `${breaches} violations of the vendor’s API schema`,
  ]
  const criteria = [
    equals('items imported', imported.tasks, imported.wanted),
    // Few pages are soon read.
    atLeast('progress updates seen during the import', imported.sightings, full ? 2 : 1),
    none('faults in edit scenarios', findings.faults.length),
    atMost('extra updates after an echo storm', extra, MOST_EXTRA),
    none('faults in handling error responses', answered.faults.length),
    none('faults in vendor-specific checks', extras.length),
    none('duplicates after kills', loss.duplicates),
    none('changes lost in kills', loss.lost.length),
    none('violations of the vendor’s API schema', breaches),
  ]
  return { figures: figures.join(', '), criteria }
}

export type { SyncRig }
