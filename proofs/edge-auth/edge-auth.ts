// Verifies the authentication of connectors: single-use tokens, replay protection, revocation, and detection of copied keys.
import { join } from 'node:path'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { TestEdge } from '../../tests/harness/edge/test-edge.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { atLeast, atMost, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type CopyTally, loseAnswers, tryCopies } from './copies.ts'
import { countUndisturbed, raceFrames, record, replayAll } from './replays.ts'
import { addConnector, enrollEdge, openStage, type Stage } from './stage.ts'

type Size = {
  redemptions: number
  replays: number
  rounds: number
  races: number
  revocations: number
  copies: number
}

const ciSize: Size = {
  redemptions: 200,
  replays: 1_500,
  rounds: 4,
  races: 40,
  revocations: 5,
  copies: 3,
}
const fullSize: Size = {
  redemptions: 1_000,
  replays: 10_000,
  rounds: 20,
  races: 400,
  revocations: 20,
  copies: 20,
}
const COPIES_AT_ONCE = 6
const MOST_REVOCATION_MS = 2_000
const FORGETFUL = join(import.meta.dirname, 'forgetful-main.ts')

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'needs two processes and thousands of requests; `server/src/domains/connectors` has tests of each rule',
  budgetSeconds: 60,
  report: 'edge-auth',
  covers: [
    'edge/src/link',
    'server/src/domains/connectors',
    'server/src/domains/edge',
    'server/src/domains/edge-sessions',
    'server/src/http/edge',
  ],
  claim: `on two processes: of ${fullSize.redemptions} concurrent redemptions of a token exactly one succeeds; of ${fullSize.replays} replayed frames none is accepted; a revoked key ends its poll within ${MOST_REVOCATION_MS / 1_000} s; a copied key is detected, and a lost response is not mistaken for one`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const cluster = await startCluster({ fsync: false, inMemory: true })
    try {
      return await proveOn(await createDatabase({ cluster }), options)
    } finally {
      await cluster.stop()
    }
  },
}

type Found = {
  redeemed: number
  replay: Replay
  revocations: number[]
  copies: CopyTally
  frozenForNothing: number
}

async function proveOn(database: TestDatabase, options: ProofOptions): Promise<Verdict> {
  const size = options.full ? fullSize : ciSize
  const stage = await openStage(database, options.control ? FORGETFUL : undefined)
  try {
    const redeemed = await redeemAtOnce(stage, size.redemptions)
    options.log(`${redeemed} of ${size.redemptions} concurrent redemptions of one token succeeded`)
    const replay = await replayFrames(stage, size, options)
    const revocations = await measureRevocations(stage, size.revocations)
    options.log(`poll ended and frame refused after ${describeTimes(revocations)}`)
    const copies = await tryCopies(stage, size.copies)
    for (const fault of copies.unnoticed.slice(0, 5)) options.log(`  ${fault}`)
    const frozenForNothing = await loseAnswers(stage, size.copies)
    return judge(size, { redeemed, replay, revocations, copies, frozenForNothing })
  } finally {
    await stage.stop()
  }
}

/** Each with a key of its own; the one that was right gets in. */
async function redeemAtOnce(stage: Stage, count: number): Promise<number> {
  const { enrolment_token: token = '' } = await addConnector(stage)
  const edges = Array.from(
    { length: count },
    (_, place) => new TestEdge((frame) => stage.send(place, frame)),
  )
  const answers = await Promise.all(edges.map((edge) => edge.enroll(token)))
  const right = edges.filter((_, place) => answers[place]?.status === 200)
  for (const edge of right) {
    if ((await edge.open()).status !== 200) throw new Error('the key that was enrolled is refused')
  }
  return right.length
}

type Replay = { sent: number; accepted: number; kinds: number; disturbed: number; unread: number }

async function replayFrames(
  stage: Stage,
  size: Size,
  { seed, log }: ProofOptions,
): Promise<Replay> {
  const { edges, frames } = await record(stage, size.rounds)
  const refused = frames.filter(({ status }) => status >= 300)
  if (refused.length > 0) throw new Error(`${refused.length} frames were refused at first`)
  const random = seededRandom(seed, 'edge-auth')
  const replays = await replayAll(stage, frames, size.replays, random)
  for (const [what, count] of [...replays.accepted].slice(0, 8)) log(`  let in: ${count} × ${what}`)
  const races = await raceFrames(stage, edges, { races: size.races, copies: COPIES_AT_ONCE })
  const again = [...replays.accepted.values()].reduce((sum, count) => sum + count, 0)
  log(
    `${frames.length} frames of ${replays.kinds.size} kinds replayed ${replays.sent} times: ${again} accepted; ${size.races} sent ${COPIES_AT_ONCE} times at once: ${races.surplus} accepted more than once`,
  )
  return {
    sent: replays.sent + races.sent - size.races,
    accepted: again + races.surplus,
    kinds: replays.kinds.size,
    disturbed: edges.length - (await countUndisturbed(stage, edges)),
    unread: races.none,
  }
}

/** From the moment it is asked for at one process, to the end of a poll at the other and of the next frame there. */
async function measureRevocations(stage: Stage, count: number): Promise<number[]> {
  const took: number[] = []
  for (let time = 0; time < count; time++) {
    const edge = await enrollEdge(stage, (frame) => stage.send(time, frame))
    await edge.send(edge.announceFrame())
    const poll = edge.poll({ wait_ms: 25_000, lag_ms: 7 })
    await untilHeld(stage, edge)
    const startedAt = performance.now()
    const ended = poll.then(({ status }) => ({ status, ms: performance.now() - startedAt }))
    await stage.api(time + 1, 'POST', `/api/connectors/${edge.connector}/revoke`)
    const next = await edge.send(edge.announceFrame())
    const nextMs = performance.now() - startedAt
    const { status, ms } = await ended
    took.push(status === 401 ? ms : Number.POSITIVE_INFINITY)
    took.push(next.status === 401 ? nextMs : Number.POSITIVE_INFINITY)
  }
  return took
}

/** The step reports its lag and then waits. */
async function untilHeld(stage: Stage, { connector }: TestEdge): Promise<void> {
  for (;;) {
    const path = `/api/connectors/${connector}`
    const { lag_ms: lag } = await stage.api<{ lag_ms: number }>(0, 'GET', path)
    if (lag === 7) return
  }
}

function describeTimes(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return `p50 ${at(0.5)} ms, maximum ${at(1)} ms`
}

function judge(size: Size, found: Found): Verdict {
  const { redeemed, replay, revocations, copies, frozenForNothing } = found
  const slowest = Math.max(...revocations)
  const criteria = [
    equals('successful redemptions of one token', redeemed, 1),
    atLeast('replayed frames', replay.sent, size.replays),
    none('replayed frames accepted', replay.accepted),
    none('connectors disturbed by replays', replay.disturbed),
    none('races without an accepted frame', replay.unread),
    atMost('time until a revocation takes effect', slowest, MOST_REVOCATION_MS, 'ms'),
    none('copied keys not detected', copies.unnoticed.length),
    none('connectors locked because of lost responses', frozenForNothing),
  ]
  const figures = [
    `${size.redemptions} concurrent redemptions → ${redeemed}`,
    `${replay.sent} replayed frames of ${replay.kinds} kinds → ${replay.accepted} accepted`,
    `${replay.disturbed} connectors disturbed by it`,
    `${revocations.length / 2} revocations, each effective within ${Math.round(slowest)} ms`,
    `${copies.tried} copies of a key, ${copies.unnoticed.length} undetected`,
    `${frozenForNothing} of ${size.copies} locked because of lost responses`,
  ]
  return { figures: figures.join(', '), criteria }
}
