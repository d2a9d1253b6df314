// Lists without and with a replica in turns, in short rounds, with what each server and the service used of a core.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { type Measurement, median, medianOf } from '../../tests/harness/measure/measurement.ts'
import { readTree } from '../../tests/harness/processes/process-tree.ts'
import type { Rounds } from '../lib/side-by-side.ts'

export type Setup = {
  name: 'without' | 'with'
  /** Of the service. */
  pid: number
  load(seconds: number): Promise<Measurement>
}

type Servers = { primary: number; standby: number; primaryUrl: string }

type Round = Measurement & {
  /** CPU seconds per second. */
  primaryCores: number
  standbyCores: number
  serviceCores: number
  /** Transactions of the primary per second: reads in batches, and questions for its position. */
  primaryTransactions: number
}

export type ListFigures = Record<Setup['name'], Round> & {
  ratio: number
  ratioRange: [number, number]
}

export async function measureLists(options: {
  setups: readonly Setup[]
  servers: Servers
  rounds: Rounds
  log: (line: string) => void
}): Promise<ListFigures> {
  const { setups, servers, rounds, log } = options
  for (const setup of setups) await setup.load(rounds.warmUpSeconds)
  const measured: Record<Setup['name'], Round[]> = { without: [], with: [] }
  for (let round = 0; round < rounds.count; round++) {
    const order = round % 2 === 0 ? setups : setups.toReversed()
    for (const one of order) {
      const found = await measureRound(one, servers, rounds.seconds)
      measured[one.name].push(found)
      log(`round ${round + 1} ${one.name}: ${describe(found)}`)
    }
  }
  const ratios = measured.with.map(
    (one, index) => one.perSecond / (measured.without[index]?.perSecond ?? 0),
  )
  return {
    without: medianRound(measured.without),
    with: medianRound(measured.with),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
  }
}

async function measureRound(setup: Setup, servers: Servers, seconds: number): Promise<Round> {
  const cpu = () => ({
    primaryCores: readTree(servers.primary).cpuSeconds,
    standbyCores: readTree(servers.standby).cpuSeconds,
    serviceCores: readTree(setup.pid).cpuSeconds,
  })
  const startedAt = performance.now()
  const [before, transactions] = [cpu(), await countTransactions(servers.primaryUrl)]
  const measurement = await setup.load(seconds)
  const [after, more] = [cpu(), await countTransactions(servers.primaryUrl)]
  const passedSeconds = (performance.now() - startedAt) / 1_000
  return {
    ...measurement,
    primaryCores: (after.primaryCores - before.primaryCores) / passedSeconds,
    standbyCores: (after.standbyCores - before.standbyCores) / passedSeconds,
    serviceCores: (after.serviceCores - before.serviceCores) / passedSeconds,
    primaryTransactions: (more - transactions) / passedSeconds,
  }
}

async function countTransactions(superuserUrl: string): Promise<number> {
  return withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ count: number }>(
      'select sum(xact_commit)::float8 as count from pg_stat_database where datname is not null',
    )
    return rows[0]?.count ?? 0
  })
}

function medianRound(rounds: readonly Round[]): Round {
  const of = (field: keyof Round) => median(rounds.map((round) => round[field]))
  return {
    ...medianOf(rounds),
    primaryCores: of('primaryCores'),
    standbyCores: of('standbyCores'),
    serviceCores: of('serviceCores'),
    primaryTransactions: of('primaryTransactions'),
  }
}

function describe(round: Round): string {
  const { perSecond, p50Ms, p99Ms, primaryCores, standbyCores, serviceCores } = round
  const cores = [primaryCores, standbyCores, serviceCores].map((one) => one.toFixed(2)).join('/')
  return `${Math.round(perSecond)}/s p50 ${p50Ms.toFixed(0)} p99 ${p99Ms.toFixed(0)} ms, cores ${cores}, ${Math.round(round.primaryTransactions)} transactions/s of the primary`
}
