// One, two and four API processes on one database: their create and list rates and their connections, directly and behind
// pgbouncer in transaction mode.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../tests/harness/database.ts'
import { provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import {
  carriesPrepared,
  findPgbouncer,
  startPgbouncer,
} from '../../tests/harness/network/pgbouncer.ts'
import { loadDataset } from '../../tools/load.ts'
import { atLeast, atMost, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { type Engine, startEngine } from '../lib/engine.ts'
import { taskBody } from '../lib/task-body.ts'
import { type FleetFigures, rotateFleets, type Way } from './fleet-rounds.ts'
import { writeProcessesReport } from './processes-report.ts'
import { type Fleet, startFleet } from './service-fleet.ts'

const CONNECTIONS = 64
const FLEETS = [1, 2, 4]
const TENANTS = 100
/** A page of 50 must be full. */
const TASKS_PER_TENANT = 60

const POOL_SIZE = 10
/** Beside the pool: two that find keys, two for groups of creates, one for readiness. */
const BUDGET = POOL_SIZE + 6
const POOLER_CONNECTIONS = 20

/** Everything shares the same cores: more processes cannot be faster, and must not be much slower. */
const LEAST_OF_ONE = { full: 0.7, small: 0.35 }

const requests = {
  create: { method: 'POST', path: '/api/tasks', body: taskBody },
  list: { method: 'GET', path: '/api/tasks?limit=50' },
} as const

async function prove(engine: Engine, full: boolean, log: (line: string) => void): Promise<Verdict> {
  const version = findPgbouncer()
  if (!version) throw new Error('pgbouncer is missing')
  const mode = carriesPrepared(version) ? 'transaction-prepared' : 'transaction'
  const machine = `${engine.description}\n${version}, SERVICE_ACP_DB_POOLER=${mode}, default_pool_size = ${POOLER_CONNECTIONS}`
  log(machine)
  const directory = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
  const { url, superuserUrl } = await createDatabase({ cluster: engine.cluster })
  const pooler = await startPgbouncer({
    superuserUrl,
    logins: [url],
    poolSize: POOLER_CONNECTIONS,
    ...(mode === 'transaction-prepared' && { settings: { max_prepared_statements: '500' } }),
  })
  const fleets: { way: Way; processes: number; fleet: Fleet }[] = []
  try {
    const tenants = await provisionTenants(superuserUrl, TENANTS)
    const tasks = TENANTS * TASKS_PER_TENANT
    await loadDataset(url, { tenants: TENANTS, tasks, skew: 0, log: () => {} })
    for (const way of ['direct', 'pgbouncer'] as const) {
      for (const processes of FLEETS) {
        const fleet = await startFleet({
          processes,
          databaseUrl: way === 'direct' ? url : pooler.through(url),
          tenants,
          connections: CONNECTIONS,
          directory: join(directory, `${way}-${processes}`),
          env: {
            SERVICE_ACP_DB_POOL_SIZE: String(POOL_SIZE),
            SERVICE_ACP_DB_POOLER: way === 'direct' ? 'none' : mode,
          },
        })
        fleets.push({ way, processes, fleet })
      }
    }
    const rounds = full
      ? { count: 5, seconds: 4, warmUpSeconds: 3 }
      : { count: 3, seconds: 2, warmUpSeconds: 2 }
    const figures = await rotateFleets(fleets, requests, rounds, log)
    const servers = await pooler.countServers()
    if (full) writeProcessesReport({ machine, figures, servers, budget: BUDGET })
    return judge(figures, servers, full ? LEAST_OF_ONE.full : LEAST_OF_ONE.small)
  } finally {
    await Promise.all(fleets.map(({ fleet }) => fleet.stop()))
    await pooler.stop()
    rmSync(directory, { recursive: true })
  }
}

function describe({ way, processes, createRatio, listRatio }: FleetFigures): string {
  return `${processes} ${way} ${createRatio.toFixed(2)}/${listRatio.toFixed(2)}`
}

function judge(all: readonly FleetFigures[], servers: number, least: number): Verdict {
  const errors = all.reduce((sum, one) => sum + one.create.errors + one.list.errors, 0)
  const direct = all.filter(({ way }) => way === 'direct')
  const most = Math.max(...all.map(({ peak }) => peak.one))
  return {
    figures: [
      `create/list as ratios to one process (2 and 4 direct ≥ ${least}): ${all.map(describe).join(', ')}`,
      `connections of one process ${most} ≤ ${BUDGET}, of pgbouncer ${servers} ≤ ${POOLER_CONNECTIONS}`,
      `${errors} errors`,
    ].join('; '),
    criteria: [
      none('errors', errors),
      atMost('connections of one process', most, BUDGET),
      atMost('connections of pgbouncer', servers, POOLER_CONNECTIONS),
      ...direct.flatMap(({ processes, createRatio, listRatio }) => [
        atLeast(`create ratio with ${processes} processes`, createRatio, least),
        atLeast(`list ratio with ${processes} processes`, listRatio, least),
      ]),
    ],
  }
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'compares deployment topologies; a change that affects one of them also affects `create`',
  budgetSeconds: 300,
  exclusive: true,
  report: 'bench-processes',
  covers: ['server/src/db', 'server/src/app'],
  claim: `1, 2 and 4 API processes on one database at ${CONNECTIONS} connections, directly and behind pgbouncer`,
  hasControl: false,
  prove: async ({ full, log }) => {
    const engine = await startEngine()
    try {
      return await prove(engine, full, log)
    } finally {
      await engine.cluster.stop()
    }
  },
}
