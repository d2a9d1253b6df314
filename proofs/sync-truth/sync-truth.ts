// Verifies that the state of a sync run is correct: if its worker is killed, it is stalled within a minute, is resumed, and is
// not reported as successful before everything was read.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../tests/harness/clients/api-client.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { atMost, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { openStage, type Stage } from './stage.ts'
import { begin, type Witness } from './witness.ts'

const WITHIN_MS = 60_000
const ROUNDS = { small: 1, full: 6 }
/** More than a page of items, so that something was read when everything stops. */
const ITEMS = 150
/** A worker that has just given a sign of life, or is about to. */
const LONGEST_HELD_MS = 5_000

type Tally = {
  kills: number
  sightings: number
  greens: string[]
  slowestMs: number
  stalled: number
  takenUp: number
  complete: number
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'a tracker and killed workers take a minute and a half; `run-tick.killed.test.ts` kills the engine at every step on every change',
  budgetSeconds: 75,
  cores: 0.5,
  fullSizeForRelease: true,
  report: 'sync-truth',
  covers: ['server/src/domains/sync', 'server/src/domains/integrations'],
  claim: `a worker is killed during an initial and a later sync: the API reports both as stalled within ${WITHIN_MS / 1_000} s, another worker resumes them and reads the rest, and neither is reported as successful before that`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const { full, control, seed, log } = options
    const random = seededRandom(seed, 'sync-truth')
    const tally: Tally = {
      kills: 0,
      sightings: 0,
      greens: [],
      slowestMs: 0,
      stalled: 0,
      takenUp: 0,
      complete: 0,
    }
    const stage = await openStage({ isCareless: control })
    try {
      stage.tracker.grow(ITEMS)
      const known = await stage.connect('Read before')
      await stage.readAll(known)
      const rounds = full ? ROUNDS.full : ROUNDS.small
      for (let round = 0; round < rounds; round++) {
        const heldMs = random.next() * LONGEST_HELD_MS
        await killOnce(stage, known, heldMs, tally)
        log(
          `killed ${round + 1} of ${rounds}: ${tally.sightings} looks, stalled in ${seconds(tally)} s`,
        )
      }
    } finally {
      await stage.stop()
    }
    return judge(options, tally)
  },
}

const seconds = ({ slowestMs }: Tally): number => Math.round(slowestMs / 1_000)

/** One worker is killed amid two readings: of something read before, and of something new. */
async function killOnce(stage: Stage, known: string, heldMs: number, tally: Tally): Promise<void> {
  const { client, tracker, worker } = stage
  tracker.growAndHold(ITEMS)
  await client.ask('POST', `/api/integrations/${known}/sync`, {})
  const first = await stage.connect('Never read')
  await until(
    'both readings are held',
    async () => tracker.countHeld(),
    (count) => count === 2,
  )
  await sleep(heldMs)
  const both = [known, first]
  const runs = await Promise.all(both.map((id) => stage.findRunning(id)))
  await worker.kill(0)
  const killedAt = Date.now()
  const witnesses = runs.map(({ id, integration_id: integration }) =>
    begin(client, integration, id),
  )
  tracker.release()
  await untilStalled(witnesses, killedAt, tally)
  await worker.start(0)
  await Promise.all(witnesses.map((witness) => takeUp(witness, tally)))
  tally.kills++
  for (const witness of witnesses) {
    tally.sightings += witness.sightings().length
    tally.greens.push(...witness.greens())
  }
  for (const id of both) {
    if ((await stage.countLinks(id)) === tracker.count()) tally.complete++
  }
  await client.ask('DELETE', `/api/integrations/${first}`)
}

const isStalled = (witness: Witness): boolean =>
  Object.values(witness.sightings().at(-1)?.states ?? { none: 'yet' }).every(
    (state) => state === 'stalled',
  )

async function untilStalled(
  witnesses: readonly Witness[],
  killedAt: number,
  tally: Tally,
): Promise<void> {
  while (!witnesses.every(isStalled) && Date.now() - killedAt < WITHIN_MS) await sleep(50)
  tally.slowestMs = Math.max(tally.slowestMs, Date.now() - killedAt)
  tally.stalled += witnesses.filter(isStalled).length
}

const TIMEOUT_MS = 90_000

async function takeUp(witness: Witness, tally: Tally): Promise<void> {
  const last = async () => witness.sightings().at(-1)
  const end = await until('the rest', last, (seen) => seen?.finished !== undefined, TIMEOUT_MS)
  await witness.stop()
  const isHonest = end?.killed?.state === 'failed' && end.killed.error?.kind === 'interrupted'
  if (isHonest && end.finished?.cause === 'retry') tally.takenUp++
}

/** Each kill meets two readings. */
const READINGS = 2

function judge({ log }: ProofOptions, tally: Tally): Verdict {
  for (const green of new Set(tally.greens)) log(`  too early: ${green}`)
  const readings = tally.kills * READINGS
  const figures = [
    `${tally.kills} kills during ${readings} syncs`,
    `${tally.stalled} stalled after at most ${seconds(tally)} s`,
    `${tally.sightings} checks, ${tally.greens.length} premature reports of success`,
    `${tally.takenUp} resumed, ${tally.complete} complete`,
  ]
  const criteria = [
    atMost('time until a run is shown as stalled', tally.slowestMs, WITHIN_MS, 'ms'),
    none('premature reports of success', tally.greens.length),
    equals('runs shown as stalled', tally.stalled, readings),
    equals('runs resumed', tally.takenUp, readings),
    equals('runs with all items read', tally.complete, readings),
  ]
  return { figures: figures.join(', '), criteria }
}
