// Verifies that every event reaches every subscribed webhook, although receivers fail and workers are killed.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Arena, openArena } from '../../tests/harness/delivery/arena.ts'
import { makeTraffic, type TrafficPlan } from '../../tests/harness/delivery/traffic.ts'
import { type Fleet, startFleet } from '../../tests/harness/processes/fleet.ts'
import type { Report } from '../../tests/harness/receiver/ledger.ts'
import { atLeast, atMost, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

type Size = Omit<TrafficPlan, 'seed'>

const ciSize: Size = { plainTasks: 12_750, orderedTasks: 450, changes: 1_800, seconds: 12 }
const fullSize: Size = { plainTasks: 170_000, orderedTasks: 6_000, changes: 24_000, seconds: 160 }

const KILL_EVERY_MS = 10_000
/** Of all events. A machine of half the speed has twice the kills, so a small run is judged by what one kill costs. */
const MAX_DUPLICATE_SHARE = 0.01
const MAX_DUPLICATES_PER_KILL = 100
/** The queue gives up a worker that is silent for ten seconds; nothing arrives for longer only when nothing comes. */
const TIMEOUT_MS = 30_000
const NEARLY = 0.99
const PLACES = ['plain', 'ordered'] as const
const ID_PREFIX = 'evt_'

/** As the defaults, in little. */
const variables = {
  SERVICE_ACP_WEBHOOK_TIMEOUT: '500ms',
  SERVICE_ACP_WEBHOOK_SCHEDULE: '200ms,400ms,800ms,1s,1s,1s,1s,1s,1s,1s,1s',
}
const carelessWorker = join(import.meta.dirname, 'careless-worker.ts')

type Outcome = { report: Report; wanted: number; missing: string[]; foreign: number }
type Run = { events: number; kills: number; seconds: number; outcomes: Record<string, Outcome> }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '15,000 events take minutes on a slow disk; `signatures` and the tests of deliveries run on every change',
  budgetSeconds: 90,
  fullSizeForRelease: true,
  report: 'delivery',
  covers: [
    'server/src/events',
    'server/src/domains/webhooks',
    'server/src/domains/deliveries',
    'server/src/jobs',
    'server/src/app/workers/worker.ts',
  ],
  claim:
    'with a receiver that fails in every way and a worker that is killed every ten seconds, every event is delivered, almost none twice, and those of a task in order where the webhook requires it',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const arena = await openArena(options.seed, variables)
    const workers = await startFleet({
      databaseUrl: arena.database.url,
      size: 1,
      role: 'worker',
      env: arena.env,
      ...(options.control && { program: carelessWorker }),
    })
    try {
      const run = await deliverAll(arena, workers, options)
      return judge(run, options)
    } finally {
      await workers.stop()
      await arena.stop()
    }
  },
}

async function deliverAll(arena: Arena, workers: Fleet, options: ProofOptions): Promise<Run> {
  const { receiver } = arena
  for (const place of PLACES) {
    await createWebhook(arena.api, {
      url: receiver.url('hostile', place),
      ordering: place === 'ordered' ? 'task' : 'none',
      filter: { 'data.queue': [place] },
    })
  }
  const startedAt = performance.now()
  const secondsSoFar = () => (performance.now() - startedAt) / 1_000
  const size = options.full ? fullSize : ciSize
  const made = makeTraffic(arena.api, { ...size, seed: options.seed })
  const isOver = untilArrived(arena, made, 1)
  // What the last kill left undone is waited for in peace, or there would be no last one.
  const isNearlyOver = untilArrived(arena, made, NEARLY)
  let kills = 0
  while (!(await Promise.race([isNearlyOver, sleep(KILL_EVERY_MS, false)]))) {
    await workers.replace(0)
    kills += 1
    const counts = await Promise.all(PLACES.map((place) => receiver.report(place)))
    const arrived = counts.map(({ acknowledged }, index) => `${PLACES[index]} ${acknowledged}`)
    options.log(`${secondsSoFar().toFixed(0)} s, ${kills} kills: ${arrived.join(', ')} delivered`)
  }
  await isOver
  const seconds = secondsSoFar()
  const strays = workers.endedByThemselves()
  if (strays.length > 0) throw new Error(strays.join('\n'))
  const outcomes = Object.fromEntries(
    await Promise.all(PLACES.map(async (place) => [place, await inspect(arena, place)] as const)),
  )
  return { events: await made, kills, seconds, outcomes }
}

/** True when so much has arrived, or when nothing more arrives. */
async function untilArrived(
  { receiver }: Arena,
  made: Promise<number>,
  share: number,
): Promise<boolean> {
  const wanted = (await made) * share
  for (;;) {
    const reports = await Promise.all(PLACES.map((place) => receiver.report(place)))
    const acknowledged = reports.reduce((sum, report) => sum + report.acknowledged, 0)
    const lastAt = Math.max(...reports.map((report) => report.lastArrivalAt))
    if (acknowledged >= wanted || Date.now() - lastAt > TIMEOUT_MS) return true
    await sleep(100)
  }
}

/** What arrived at a place beside what the log says should have. */
async function inspect({ receiver, database }: Arena, place: string): Promise<Outcome> {
  const acknowledgements = await receiver.acknowledgements(place)
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ id: string }>(
      `select replace(id::text, '-', '') as id from events where data->>'queue' = $1`,
      [place],
    ),
  )
  const wanted = rows.map(({ id }) => ID_PREFIX + id)
  const missing = wanted.filter((id) => !acknowledgements.has(id))
  const foreign = acknowledgements.size - (wanted.length - missing.length)
  return { report: await receiver.report(place), wanted: wanted.length, missing, foreign }
}

function judge(run: Run, { full, control, log }: ProofOptions): Verdict {
  const { events, kills, seconds } = run
  const outcomes = Object.values(run.outcomes)
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  for (const [place, { report }] of Object.entries(run.outcomes)) {
    log(`${place}: ${JSON.stringify(report)}`)
  }
  const logged = sum(({ wanted }) => wanted)
  const lost = sum(({ missing }) => missing.length)
  const duplicates = sum(({ report }) => report.duplicates)
  const disorders = run.outcomes['ordered']?.report.disorders ?? 0
  const others = sum(({ foreign, report }) => foreign + report.tooEarly + report.misnamed)
  const arrivals = sum(({ report }) => report.arrivals)
  const share = duplicates / Math.max(1, logged)
  const figures = [
    `${logged} events in ${seconds.toFixed(1)} s with ${kills} kills and ${arrivals} attempts (${Math.round(logged / seconds)} events/s)`,
    `${logged - lost} delivered`,
    `${lost} lost`,
    `${duplicates} twice (${(share * 100).toFixed(2)} %)`,
    `${disorders} out of order`,
    `${others} other faults`,
  ]
  // What the control's worker leaves out shows in lost events alone.
  const sound = [
    none('events out of order', disorders),
    none(
      'events sent to the wrong webhook',
      sum(({ foreign }) => foreign),
    ),
    none(
      'retries sent too early',
      sum(({ report }) => report.tooEarly),
    ),
    none(
      'event IDs that differ from the body',
      sum(({ report }) => report.misnamed),
    ),
    full
      ? atMost('share of duplicate deliveries', share, MAX_DUPLICATE_SHARE)
      : atMost('duplicate deliveries per kill', duplicates / kills, MAX_DUPLICATES_PER_KILL),
    equals('events in the log', logged, events),
    atLeast('worker kills', kills, 1),
    atLeast('delivery attempts', arrivals, logged + 1),
  ]
  return {
    figures: figures.join(', '),
    criteria: [none('events lost', lost), ...(control ? [] : sound)],
  }
}
