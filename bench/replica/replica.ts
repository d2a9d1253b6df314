// Lists with a read replica, compared with the primary alone, where each server has the same CPU time; and reads after an own
// write while the replica is late, paused, frozen or killed: none may be stale.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Standby, startStandby } from '../../tests/harness/failover/standby.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { loadDataset } from '../../tools/load.ts'
import { atLeast, type Criterion, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Engine, startEngine } from '../lib/engine.ts'
import { startServiceProcess } from '../lib/service-process.ts'
import { runWrk } from '../lib/wrk.ts'
import { limitCores } from './cpu-budget.ts'
import { type FreshnessFigures, measureFreshness } from './freshness.ts'
import { type ListFigures, measureLists } from './list-rounds.ts'
import { writeReplicaReport } from './replica-report.ts'

const CONNECTIONS = 64
const TENANTS = 100
/** A page of 50 must be full. */
const TASKS_PER_TENANT = 60
/** Of one core, for each server: so little that the service keeps both busy, even if it gets a part of a core only. */
const CORES = 0.1
/** Clients that share a tenant share statements. */
const WRITING_TENANTS = 8

const LEAST_RATIO = { full: 1.6, small: 1 }
const READS = { full: 100_000, small: 4_000 }
/** Otherwise the reads say little about the standby. */
const LEAST_FROM_REPLICA = 0.1

type Site = {
  engine: Engine
  standby: Standby
  databaseUrl: string
  tenants: readonly BenchTenant[]
  directory: string
  /** Of a process that uses the standby. */
  env: Record<string, string>
}

async function prove(options: ProofOptions): Promise<Verdict> {
  const engine = await startEngine()
  const directory = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
  let standby: Standby | undefined
  try {
    const { url, superuserUrl } = await createDatabase({ cluster: engine.cluster })
    const tenants = await provisionTenants(superuserUrl, TENANTS)
    const tasks = TENANTS * TASKS_PER_TENANT
    await loadDataset(url, { tenants: TENANTS, tasks, skew: 0, log: () => {} })
    standby = await startStandby(engine.cluster, {
      fsync: true,
      // As the guide says.
      settings: {
        ...engine.settings,
        hot_standby_feedback: 'on',
        max_standby_streaming_delay: '1s',
      },
    })
    await standby.catchUp()
    const replicaUrl = url.replace(`:${engine.cluster.port}/`, `:${standby.port}/`)
    const env = { SERVICE_ACP_DB_REPLICA_URL: replicaUrl }
    return await measureBoth(
      { engine, standby, databaseUrl: url, tenants, directory, env },
      options,
    )
  } finally {
    await standby?.stop()
    await engine.cluster.stop()
    rmSync(directory, { recursive: true })
  }
}

async function measureBoth(site: Site, { full, control, log }: ProofOptions): Promise<Verdict> {
  log(site.engine.description)
  // The control is about stale reads; the ratio has none.
  const lists = control ? undefined : await compareLists(site, full, log)
  const freshness = await measureFreshness({
    ...site,
    tenants: site.tenants.slice(0, WRITING_TENANTS),
    reads: full ? READS.full : READS.small,
    checksPosition: !control,
  })
  for (const text of [...freshness.examples, ...freshness.errors.slice(0, 5)]) log(text)
  log(`faults: ${freshness.faults.join(', ')}`)
  log(`fallbacks: ${JSON.stringify(freshness.fallbacks)}`)
  if (full && lists)
    writeReplicaReport({ machine: site.engine.description, cores: CORES, lists, freshness })
  return judge(lists, freshness, full)
}

async function compareLists(
  { engine, standby, databaseUrl, tenants, directory, env }: Site,
  full: boolean,
  log: (line: string) => void,
): Promise<ListFigures> {
  const start = async (name: 'without' | 'with') => {
    const folder = join(directory, name)
    mkdirSync(folder)
    const service = await startServiceProcess({
      databaseUrl,
      directory: folder,
      args: ['--role', 'api'],
      env: name === 'with' ? env : {},
    })
    const request = { method: 'GET', path: '/api/tasks?limit=50' } as const
    const load = { url: service.url, request, tenants, connections: CONNECTIONS, directory: folder }
    return { ...service, name, load: (seconds: number) => runWrk(load, seconds) }
  }
  const setups = [await start('without'), await start('with')]
  const budgets = [engine.cluster, standby].map((server) => limitCores(server, CORES))
  try {
    return await measureLists({
      setups,
      servers: {
        primary: engine.cluster.pid(),
        standby: standby.pid(),
        primaryUrl: engine.cluster.superuserUrl,
      },
      rounds: full
        ? { count: 9, seconds: 5, warmUpSeconds: 6 }
        : { count: 3, seconds: 3, warmUpSeconds: 3 },
      log,
    })
  } finally {
    for (const budget of budgets) budget.release()
    await Promise.all(setups.map((setup) => setup.stop()))
  }
}

function judge(lists: ListFigures | undefined, fresh: FreshnessFigures, full: boolean): Verdict {
  const least = full ? LEAST_RATIO.full : LEAST_RATIO.small
  const { replica, primary } = fresh.servedBy
  const share = replica / (replica + primary)
  const criteria: Criterion[] = [
    none('stale reads after an own write', fresh.stale),
    none('errors after an own write', fresh.errors.length),
    atLeast('part of the reads that the standby served', share, LEAST_FROM_REPLICA),
  ]
  if (lists) {
    criteria.push(
      atLeast('list ratio', lists.ratio, least),
      none('errors of lists', lists.without.errors + lists.with.errors),
    )
  }
  const ratio = lists
    ? `lists with a replica ${lists.ratio.toFixed(2)} × without (≥ ${least}); `
    : ''
  const reads = fresh.reads.toLocaleString('en-US')
  return {
    figures: `${ratio}${fresh.stale} stale of ${reads} reads after an own write, ${Math.round(share * 100)} % from the standby, ${fresh.faults.length} faults, ${fresh.errors.length} errors`,
    criteria,
  }
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'two servers with limited CPU time; `tests/operate/replica.release.test.ts` and the unit tests of `server/src/db/replica` cover the rules',
  budgetSeconds: 240,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-replica',
  covers: ['server/src/db', 'server/src/app/replica', 'server/src/domains/tasks/list'],
  claim: `lists of 50 tasks at ${CONNECTIONS} connections with a read replica, as a ratio to the primary alone, where each server has ${CORES} of a core; no stale read after an own write while the replica is late, paused, frozen or killed`,
  hasControl: true,
  prove,
}
