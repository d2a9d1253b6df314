// A bad week for a connector: its line fails again and again, everything is killed, a day passes without a connection.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EdgeJob } from '@task-service/contract'
import { atLeast, atMost, none, prefixed } from '../../../tools/programs/criteria.ts'
import type { ProofOptions, Verdict } from '../../../tools/programs/proof.ts'
import { until } from '../clients/api-client.ts'
import { findPostgres } from '../find-postgres.ts'
import { makeClock } from '../processes/clock.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import { temporaryRoot } from '../temporary-root.ts'
import { cutLine, type Networks } from './networks.ts'
import type { Body } from './prove-in-cloud.ts'
import { ENGINES } from './site.ts'
import { openWorld, type Way, type World } from './world.ts'

const SIZE = { small: { flaps: 6, kills: 2 }, full: { flaps: 50, kills: 20 } }
const COUNTERS = 20_000
/** Waiting at the connector when the day without a connection begins. */
const TAKEN = 12
const LEFT = 20
/** Longer than anything is waited for. */
const DAY_HOURS = 25
/** The policy says 16 MiB; the rest is the journal's own. */
const MOST_BYTES = 40 * 2 ** 20

type Fault = 'flap' | 'edge' | 'api' | 'worker'
type Figures = {
  jobs: number
  done: number
  /** Reported as done and not counted in the database, the reverse, and jobs that are gone. */
  lost: { undone: number; unreported: number; missing: number }
  twice: number
  expired: number
  open: number
  journalBytes: number
  late: number
  /** From the request to the result, of jobs that were reported in time. */
  slowestSeconds: number
}

export const prove: Body = (options, networks) => proveFlaps(options, networks)

export async function proveFlaps(
  options: ProofOptions,
  networks: Networks,
  way?: Way,
): Promise<Verdict> {
  const { full, control, seed, log } = options
  const size = full ? SIZE.full : SIZE.small
  const parts: Verdict[] = []
  const { binDir } = findPostgres('any', temporaryRoot())
  for (const engine of ENGINES) {
    const clock = makeClock(binDir)
    const policy = { ledger: !control }
    const world = await openWorld({ networks, engine, clock, policy, ...(way && { way }) })
    try {
      const random = seededRandom(seed, `flaps ${engine}`)
      const faults = shuffle(random, size)
      await world.site.query(counters(engine))
      await world.startEdge()
      const jobs = await work(world, () => suffer({ world, networks, faults, random, control }))
      await untilEnded(world, jobs)
      const day = await passDay(world, networks, () => clock.advance(DAY_HOURS))
      const figures = await count(world, [...jobs, ...day.ids], day.journalBytes)
      log(`${engine}: ${JSON.stringify(figures)}`)
      parts.push(judge(engine, size, figures))
    } finally {
      cutLine(networks, false)
      await world.stop()
      clock.remove()
    }
  }
  return {
    figures: parts.map(({ figures }) => figures).join('; '),
    criteria: parts.flatMap(({ criteria }) => criteria),
  }
}

const counters = (engine: string): string =>
  engine === 'postgres'
    ? `insert into counters select n, 0 from generate_series(1, ${COUNTERS}) n`
    : `insert into counters select seq, 0 from seq_1_to_${COUNTERS}`

function shuffle(random: SeededRandom, { flaps, kills }: typeof SIZE.full): Fault[] {
  const faults: Fault[] = [
    ...Array.from({ length: flaps }, () => 'flap' as const),
    ...(['edge', 'api', 'worker'] as const).flatMap((what) =>
      Array.from({ length: kills }, () => what),
    ),
  ]
  return faults
    .map((fault) => ({ fault, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ fault }) => fault)
}

/** Each job counts one counter up, each its own, for as long as `meanwhile` takes. */
async function work(world: World, meanwhile: () => Promise<void>): Promise<string[]> {
  const ids: string[] = []
  const over = new AbortController()
  const lane = async () => {
    while (!over.signal.aborted) {
      ids.push(await ask(world, ids.length + 1))
      await sleep(60)
    }
  }
  const working = lane()
  await meanwhile()
  over.abort()
  await working
  return ids
}

async function ask(
  { client, connectorId }: World,
  counter: number,
  statement = 'count_up',
): Promise<string> {
  const { id } = await client.ask<EdgeJob>('POST', `/api/connectors/${connectorId}/run`, {
    database: 'warehouse',
    statement,
    params: { id: counter },
    request_key: `counter ${counter}`,
    wait_seconds: 0,
  })
  return id
}

async function suffer(options: {
  world: World
  networks: Networks
  faults: readonly Fault[]
  random: SeededRandom
  control: boolean
}): Promise<void> {
  const { world, networks, faults, random, control } = options
  for (const [at, fault] of faults.entries()) {
    await sleep(300 + random.next() * 700)
    if (fault === 'flap') {
      cutLine(networks, true)
      await sleep(100 + random.next() * 2_500)
      cutLine(networks, false)
    } else if (fault === 'edge') {
      await world.edge().kill()
      // The control: a connector that remembers nothing of what it has done.
      if (control) forget(world.stateFolder)
      await world.startEdge()
    } else {
      await (fault === 'api' ? world.apis : world.workers).replace(at)
    }
  }
}

function forget(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('journal')) rmSync(join(folder, name), { recursive: true })
  }
}

/** Some jobs are running when the line fails, some come later; then it is a day later. */
async function passDay(
  world: World,
  networks: Networks,
  advance: () => void,
): Promise<{ ids: string[]; journalBytes: number }> {
  const first = COUNTERS - 1_000
  const taken = await Promise.all(
    Array.from({ length: TAKEN }, (_, n) => ask(world, first + n, 'count_slowly')),
  )
  await until(
    'all of them are handed out',
    () => listJobs(world, taken),
    (jobs) => jobs.every(({ state }) => state !== 'waiting'),
  )
  cutLine(networks, true)
  const left = await Promise.all(
    Array.from({ length: LEFT }, (_, n) => ask(world, first + TAKEN + n)),
  )
  // Until the jobs that were handed out are done at the connector, which cannot be seen from here.
  await sleep(TAKEN * 600)
  advance()
  // Its first round comes at once, the next ones every ten minutes.
  await world.workers.replace(0)
  await until(
    'jobs that were not handed out have expired',
    () => listJobs(world, left),
    (jobs) => jobs.every(({ state }) => state === 'expired'),
    120_000,
  )
  const journalBytes = sizeOf(world.stateFolder)
  cutLine(networks, false)
  // It reconnects automatically, within a minute, and sends the results it has kept.
  await until(
    'results that waited a day',
    () => listJobs(world, taken),
    (jobs) => jobs.every(({ state }) => state === 'done'),
    180_000,
    1_000,
  ).catch(() => undefined)
  return { ids: [...taken, ...left], journalBytes }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

async function listJobs(
  { client, connectorId }: World,
  ids: readonly string[],
): Promise<EdgeJob[]> {
  const wanted = new Set(ids)
  const jobs = await client.list<EdgeJob>(`/api/connectors/${connectorId}/jobs`)
  return jobs.filter(({ id }) => wanted.has(id))
}

const isOpen = ({ state }: EdgeJob): boolean => state === 'waiting' || state === 'running'

/** All of them, or as they are after a while. */
const untilEnded = (world: World, ids: string[]): Promise<EdgeJob[]> =>
  until(
    'every job has come to an end',
    () => listJobs(world, ids),
    (all) => !all.some(isOpen),
    180_000,
    1_000,
  ).catch(() => listJobs(world, ids))

const secondsOf = ({ created_at: from, ended_at: to }: EdgeJob): number =>
  Math.round((Date.parse(to ?? from) - Date.parse(from)) / 1_000)

async function count(world: World, ids: string[], journalBytes: number): Promise<Figures> {
  const jobs = await untilEnded(world, ids)
  const rows = await world.site.query<{ id: number; n: number }>(
    'select id, n from counters where n > 0',
  )
  const counted = new Map(rows.map(({ id, n }) => [id, n]))
  const timesOf = (job: EdgeJob) => counted.get(Number(job.params['id'])) ?? 0
  const done = jobs.filter(({ state }) => state === 'done')
  return {
    jobs: jobs.length,
    done: done.length,
    lost: {
      undone: done.filter((job) => timesOf(job) === 0).length,
      unreported: jobs.filter((job) => job.state !== 'done' && timesOf(job) > 0).length,
      missing: ids.length - jobs.length,
    },
    twice: [...counted.values()].filter((times) => times > 1).length,
    expired: jobs.filter(({ state }) => state === 'expired').length,
    late: done.filter(({ late }) => late).length,
    open: jobs.filter(isOpen).length,
    slowestSeconds: Math.max(...done.filter(({ late }) => !late).map(secondsOf)),
    journalBytes,
  }
}

function judge(engine: string, { flaps, kills }: typeof SIZE.full, figures: Figures): Verdict {
  const { jobs, done, twice, expired, open, journalBytes, late, slowestSeconds } = figures
  const { undone, unreported, missing } = figures.lost
  const lost = undone + unreported + missing
  return {
    figures: `${engine}: ${flaps} flaps, ${kills} kills each of connector, API and worker, ${DAY_HOURS} h without a connection; ${jobs} jobs, ${done} done (${late} reported late, the others within ${slowestSeconds} s), ${lost} lost, ${twice} twice, ${expired} expired and shown, ${open} open, ${Math.round(journalBytes / 1_024)} KiB kept`,
    criteria: prefixed(engine, [
      none('jobs lost', lost),
      none('jobs executed twice', twice),
      none('jobs left open', open),
      atLeast('jobs expired', expired, LEFT),
      atLeast('jobs done', done, 1),
      atLeast('jobs reported late', late, 1),
      atMost('journal size', journalBytes, MOST_BYTES - 1, 'bytes'),
    ]),
  }
}
