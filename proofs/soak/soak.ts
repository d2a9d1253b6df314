// Verifies long-term operation: mixed load, kills and backups while the clock runs twenty times as fast, then a jump of more
// than a year.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { findPostgres } from '../../tests/harness/find-postgres.ts'
import { type Clock, makeClock } from '../../tests/harness/processes/clock.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver/receiver.ts'
import { type Arena, openArena } from '../../tests/harness/storm/arena.ts'
import { createJournal, type Journal } from '../../tests/harness/storm/journal.ts'
import { type Findings, judgeStorm } from '../../tests/harness/storm/judge-storm.ts'
import { startLoad } from '../../tests/harness/storm/load.ts'
import type { Line } from '../../tests/harness/storm/send.ts'
import { readStoredRows, untilQuiet } from '../../tests/harness/storm/stored-rows.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { atLeast, atMost, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Backups, startBackups } from './backups.ts'
import { type LeftOver, listLeftOvers } from './left-over.ts'
import { type MemoryTrend, watchTrend } from './memory-trend.ts'

const SPEED = 20
const TICK_MS = 250
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** A Monday: partitions hold a week each. */
const WEEK_BEGINS_MS = Date.UTC(2024, 0, 1)
/** Longer than any retention by default. */
const LONG_AFTER_HOURS = 500 * 24

const ciSize = { minutes: 3, clients: 4, killEveryMs: 15_000 }
const fullSize = { minutes: 120, clients: 4, killEveryMs: 60_000 }

/** Caches fill and buffers grow for a while; a leak under this load shows as a multiple of it. */
const GROWTH = { factor: 1.25, slackMiB: 30 }
/** Of what was made, until the last event has arrived. */
const ARRIVAL_MS = 60_000

export const proof: Proof = {
  tier: 'release',
  tierReason: 'takes minutes and watches memory, so it must run alone',
  budgetSeconds: 420,
  exclusive: true,
  fullSizeForRelease: true,
  covers: [
    'server/src/app',
    'server/src/db',
    'server/src/jobs',
    'server/src/events',
    'server/src/domains/deliveries',
  ],
  claim:
    'under load, kills and backups, with the clock twenty times as fast: memory stays flat, no acknowledged write is lost, and expired rows are deleted',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const clock = makeClock(findPostgres('any', temporaryRoot()).binDir)
    process.env['TEST_PG_BIN'] = clock.postgresBin
    clock.advance(hoursUntilRollover(options.full ? fullSize.minutes : ciSize.minutes))
    const receiver = await startReceiver(options.seed)
    try {
      return await soak(clock, receiver, options)
    } finally {
      await receiver.stop()
      clock.remove()
    }
  },
}

/** The week ends in the middle of the run. */
function hoursUntilRollover(minutes: number): number {
  const untilMs = WEEK_MS - ((Date.now() - WEEK_BEGINS_MS) % WEEK_MS)
  return untilMs / HOUR_MS - (minutes / 60) * (SPEED / 2)
}

type Soak = {
  arena: Arena
  line: Line
  journal: Journal
  trends: Record<'api' | 'worker', MemoryTrend>
  backups: Backups
  kills: number
}

async function soak(clock: Clock, receiver: Receiver, options: ProofOptions): Promise<Verdict> {
  const env = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8', ...clock.env }
  // The control keeps everything: without retention, what is left over must be noticed.
  const kept = options.control
    ? { SERVICE_ACP_EVENT_RETENTION: 'off', SERVICE_ACP_DELIVERY_RETENTION: 'off' }
    : {}
  const arena = await openArena({ processes: 2, workers: 2, env: { ...env, ...kept } })
  const caller = createApiCaller()
  try {
    for (const { key, host } of arena.tenants) {
      const owner = { url: arena.apis.url(0), apiKey: key, host }
      await createWebhook(owner, { url: receiver.url('good', 'soak') })
    }
    const run = await runFor(arena, caller, clock, options)
    const { superuserUrl } = arena.database
    await untilQuiet(superuserUrl)
    const stored = await readStoredRows(superuserUrl)
    const findings = judgeStorm(run.journal, stored)
    const undelivered = await waitForDeliveries(receiver, stored.events.length)
    // More than a year later: what has a retention period is over it.
    clock.advance(LONG_AFTER_HOURS)
    await arena.workers.replace(0)
    const leftOvers = await listLeftOvers(superuserUrl)
    return judge(run, { findings, undelivered, leftOvers }, options)
  } finally {
    caller.close()
    await arena.stop()
  }
}

async function runFor(
  arena: Arena,
  caller: Line['caller'],
  clock: Clock,
  { full, seed, log }: ProofOptions,
): Promise<Soak> {
  const { minutes, clients, killEveryMs } = full ? fullSize : ciSize
  const line = openLine(caller, arena)
  const journal = createJournal()
  const random = seededRandom(seed, 'kills')
  // The first of each kind is never killed: only a process that lives on can show that it does not grow.
  const trends = { api: watchTrend(arena.apis.pid(0)), worker: watchTrend(arena.workers.pid(0)) }
  const { binDir } = arena.cluster
  const backups = startBackups(join(binDir, 'pg_dump'), arena.database.superuserUrl)
  const ticks = setInterval(() => clock.advance(((SPEED - 1) * TICK_MS) / HOUR_MS), TICK_MS)
  const load = startLoad({ arena, line, journal, seed, clients })
  load.ease(true)
  const killers = [
    () => arena.apis.replace(1),
    () => arena.workers.replace(1),
    async () => {
      await arena.cluster.kill()
      await arena.cluster.restart()
    },
  ] as const
  let kills = 0
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; kills++) {
    await sleep(killEveryMs)
    await random.pick(killers)()
    const ended = [arena.apis, arena.workers].flatMap((fleet) => fleet.endedByThemselves())
    if (ended.length > 0) throw new Error(ended.join('\n'))
    const { api, worker } = trends
    const mebibytes = [api.late(), worker.late()].map(Math.round).join(' and ')
    log(
      `${journal.tasks.size} tasks, ${kills + 1} kills, ${backups.taken()} backups, API and worker ${mebibytes} MiB`,
    )
  }
  await load.stop()
  await backups.stop()
  clearInterval(ticks)
  for (const trend of Object.values(trends)) trend.stop()
  return { arena, line, journal, trends, backups, kills }
}

function openLine(caller: Line['caller'], { apis: fleet }: Arena): Line {
  const traffic = { requests: 0, hung: 0, replayed: 0, slowestMs: 0, inFlight: 0 }
  const faults: string[] = []
  const failures = { unreachable: 0, turnedAway: 0, faults }
  return { caller, fleet, freshKeys: false, traffic: { ...traffic, ...failures } }
}

/** Events that never arrived. */
async function waitForDeliveries(receiver: Receiver, events: number): Promise<number> {
  let missing = events
  for (const end = Date.now() + ARRIVAL_MS; Date.now() < end && missing > 0; await sleep(500)) {
    missing = events - (await receiver.report('soak')).acknowledged
  }
  return Math.max(0, missing)
}

type Outcome = { findings: Findings; undelivered: number; leftOvers: readonly LeftOver[] }

const limit = (early: number) => Math.max(early * GROWTH.factor, early + GROWTH.slackMiB)
const mebibytes = (trend: MemoryTrend) =>
  `${Math.round(trend.early())} → ${Math.round(trend.late())}`

function judge(run: Soak, outcome: Outcome, { control, log }: ProofOptions): Verdict {
  const { findings, undelivered, leftOvers } = outcome
  const { lost, duplicates, withoutEvent, eventsWithoutTask, torn, numbers } = findings
  const others = [withoutEvent, eventsWithoutTask, torn, numbers].flat()
  for (const fault of [lost, duplicates, others].flat().slice(0, 5)) log(fault.slice(0, 300))
  for (const { table, rows } of leftOvers) log(`${table} still has ${rows} rows`)
  const { api, worker } = run.trends
  const kept = none('tables with expired rows', leftOvers.length)
  return {
    figures: [
      `${run.line.traffic.requests} requests, ${run.journal.tasks.size} tasks, ${run.kills} kills, ${run.backups.taken()} backups`,
      `${lost.length} lost, ${duplicates.length} twice, ${undelivered} events not delivered, ${others.length} other faults`,
      `memory API ${mebibytes(api)} MiB, worker ${mebibytes(worker)} MiB`,
      `${leftOvers.length} tables with expired rows`,
    ].join(', '),
    // The control leaves nothing out but retention.
    criteria: control
      ? [kept]
      : [
          none('acknowledged writes lost', lost.length),
          none('duplicate tasks', duplicates.length),
          none('events not delivered', undelivered),
          none('other faults', others.length),
          atMost('memory of the API', api.late(), limit(api.early()), 'MiB'),
          atMost('memory of the worker', worker.late(), limit(worker.early()), 'MiB'),
          kept,
          atLeast('kills', run.kills, 1),
          atLeast('backups', run.backups.taken(), 1),
        ],
  }
}
