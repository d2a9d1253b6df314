// The kills of the storm: who dies, how everything comes back, and how long that takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Connection } from 'pg'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import type { Arena } from '../../tests/harness/storm/arena.ts'

/** Shares of twenty; the order is drawn. */
const SHARES = {
  'one API process': 6,
  'both API processes': 2,
  worker: 3,
  PostgreSQL: 5,
  'one PostgreSQL process': 3,
  everything: 1,
}

export type KillKind = keyof typeof SHARES
export const KILL_KINDS = Object.keys(SHARES) as KillKind[] // the names of the table above

export type Recoveries = {
  /** From the death of a process to the first write of the one in its place. */
  processMs: number[]
  /** From the crash of PostgreSQL until it takes connections again. */
  postgresMs: number[]
  /** From then, or from the death of another process, to the first write of a process that lived on. */
  survivorMs: number[]
}

export type Killer = {
  arena: Arena
  random: SeededRandom
  recoveries: Recoveries
  /** Resolves when the process at that place has acknowledged a write. */
  untilWritten: (place: number) => Promise<void>
}

/** Of every kind at least one, and of twenty the same numbers for every seed. */
export function dealKills(random: SeededRandom, count: number): KillKind[] {
  const rounds = Math.ceil(count / 20)
  // Every kind at least once, however few there are.
  const others = KILL_KINDS.flatMap((kind) =>
    Array.from({ length: SHARES[kind] * rounds - 1 }, () => kind),
  )
  const chosen = [...KILL_KINDS, ...shuffle(random, others)].slice(0, count)
  return shuffle(random, chosen)
}

function shuffle(random: SeededRandom, kinds: readonly KillKind[]): KillKind[] {
  return kinds
    .map((kind) => ({ kind, rank: random.next() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ kind }) => kind)
}

export async function kill(killer: Killer, kind: KillKind): Promise<void> {
  const { apis, workers, cluster } = killer.arena
  const places = Array.from({ length: apis.size }, (_, place) => place)
  const victim = killer.random.between(0, apis.size - 1)
  switch (kind) {
    case 'one API process':
      await Promise.all(
        places.map((place) =>
          place === victim ? replaceApi(killer, place) : measureSurvivor(killer, place),
        ),
      )
      return
    case 'both API processes':
      await Promise.all(places.map((place) => replaceApi(killer, place)))
      return
    case 'worker':
      await measure(killer.recoveries.processMs, () => workers.replace(0))
      return
    case 'PostgreSQL':
      await measure(killer.recoveries.postgresMs, async () => {
        await cluster.kill()
        await cluster.restart()
      })
      break
    case 'one PostgreSQL process':
      await killOneOfPostgres(killer)
      break
    case 'everything':
      return killEverything(killer, places)
  }
  await Promise.all(places.map((place) => measureSurvivor(killer, place)))
}

function replaceApi(killer: Killer, place: number): Promise<void> {
  return measure(killer.recoveries.processMs, async () => {
    await killer.arena.apis.replace(place)
    await killer.untilWritten(place)
  })
}

function measureSurvivor(killer: Killer, place: number): Promise<void> {
  return measure(killer.recoveries.survivorMs, () => killer.untilWritten(place))
}

/**
 * PostgreSQL does not trust shared memory after one of its processes died: it ends all of them and recovers automatically.
 * One of our connections shows when recovery has begun.
 */
async function killOneOfPostgres(killer: Killer): Promise<void> {
  const { cluster } = killer.arena
  const witness = new Connection({ connectionString: cluster.superuserUrl })
  await witness.connect()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  witness.on('error', () => resolve())
  await measure(killer.recoveries.postgresMs, async () => {
    while (!killIfThere(pickChild(killer)));
    await ended
    while (!(await answers(cluster.superuserUrl))) await sleep(20)
  })
}

/** One that serves a connection, or one that keeps the files: the WAL writer, the checkpointer and their like. */
function pickChild({ arena, random }: Killer): number {
  const serving = random.next() < 0.7
  const fit = arena.cluster
    .children()
    .filter(({ title }) => title.includes('127.0.0.1') === serving)
  const [first, ...rest] = fit.map(({ pid }) => pid)
  if (first === undefined) throw new Error('PostgreSQL has no such process')
  return random.pick([first, ...rest])
}

function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // Some of them live only for a moment.
    return false
  }
}

async function answers(superuserUrl: string): Promise<boolean> {
  const connection = new Connection({ connectionString: superuserUrl })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    await connection.end()
    return true
  } catch {
    return false
  }
}

/** As when the machine goes down. The caller starts the processes again when PostgreSQL is back. */
async function killEverything(killer: Killer, places: readonly number[]): Promise<void> {
  const { arena, recoveries, untilWritten } = killer
  const { apis, workers, cluster } = arena
  await measure(recoveries.postgresMs, async () => {
    await Promise.all([cluster.kill(), workers.kill(0), ...places.map((place) => apis.kill(place))])
    await cluster.restart()
  })
  const starts = places.map((place) =>
    measure(recoveries.processMs, async () => {
      await apis.start(place)
      await untilWritten(place)
    }),
  )
  await Promise.all([...starts, measure(recoveries.processMs, () => workers.start(0))])
}

async function measure(into: number[], work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  into.push(performance.now() - started)
}
