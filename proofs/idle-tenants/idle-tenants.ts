// Verifies what unused tenants cost: the looks and sweeps of the worker, and streams without events.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type EventSource, openEventSource } from '../../tests/harness/events/event-source.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { measureCores, percentOfCore } from '../../tests/harness/measure/core-use.ts'
import { HOST_SUFFIX, type Service, startService } from '../../tests/harness/service.ts'
import { atLeast, atMost, equals } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { copyTenant } from './copy-tenant.ts'
import { setUpOriginal } from './original.ts'

const MOST_CORES = 0.05
/** Single statements count, too. The same for any number of tenants, and whatever else runs on the machine. */
const MOST_TRANSACTIONS_PER_SECOND = 60
/** With fewer, other programs had the cores and rounds were left out: the share of a core would be too small. */
const LEAST_TRANSACTIONS_PER_SECOND = 10
const EAGER = join(import.meta.dirname, 'eager-main.ts')

/** Level of the log. */
const WARNING = 40

type Size = { tenants: number; streams: number; seconds: number }

const ciSize: Size = { tenants: 500, streams: 50, seconds: 20 }
const fullSize: Size = { tenants: 10_000, streams: 500, seconds: 600 }

/** The first rounds of everything, and the dispatcher passes the events of the setup. */
const REST_MS = 20_000

export const proof: Proof = {
  tier: 'release',
  tierReason: 'measures CPU time, so nothing else may run',
  budgetSeconds: 90,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'idle-tenants',
  covers: ['server/src/app/workers', 'server/src/events', 'server/src/domains', 'server/src/jobs'],
  claim: `${fullSize.tenants.toLocaleString('en')} idle tenants with tasks, webhook, schedule, agent and paused integration, and ${fullSize.streams} open event streams of as many tenants: API, worker and PostgreSQL together use at most ${MOST_CORES * 100} % of a core`,
  hasControl: true,
  prove: (options) => measureIdle(options),
}

async function measureIdle({ full, control, log }: ProofOptions): Promise<Verdict> {
  const size = full ? fullSize : ciSize
  const stops: (() => unknown)[] = []
  try {
    const cluster = await startCluster()
    stops.push(() => cluster.stop())
    const { url: databaseUrl, superuserUrl } = await createDatabase({ cluster })
    const start = async (role: 'api' | 'worker', program?: string) => {
      const service = await startService({
        databaseUrl,
        env: { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_LIMIT_STREAM_DURATION: '1h' },
        args: ['--role', role],
        until: role === 'api' ? 'listening' : 'maintenance',
        ...(program !== undefined && { program }),
      })
      stops.push(() => service.stop())
      return service
    }
    const tenants = await provisionTenants(superuserUrl, size.tenants)
    const [original, ...others] = tenants
    if (!original) throw new Error('no tenant')
    const api = await start('api')
    await setUpOriginal(api.url, superuserUrl, original)
    const rows = await copyTenant(superuserUrl, original, others)
    log(`${tenants.length} tenants with ${rows} rows each`)
    const worker = await start('worker', control ? EAGER : undefined)
    const streams = await openStreams(api, tenants.slice(0, size.streams))
    stops.push(() => streams.forEach((stream) => stream.close()))
    await sleep(REST_MS)
    return await judge({ api, worker, cluster, superuserUrl }, streams, size, log)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

function openStreams({ url }: Service, tenants: readonly BenchTenant[]): Promise<EventSource[]> {
  return Promise.all(
    tenants.map(({ host, key }) =>
      openEventSource(`${url}/api/events/stream`, { headers: { host, 'x-api-key': key } }),
    ),
  )
}

type Measured = { api: Service; worker: Service; cluster: Cluster; superuserUrl: string }

/** Committed so far, from the statistics of PostgreSQL. */
function countTransactions(superuserUrl: string): Promise<number> {
  return withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ count: number }>(
      'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.count ?? Number.NaN
  })
}

async function judge(
  { api, worker, cluster, superuserUrl }: Measured,
  streams: readonly EventSource[],
  size: Size,
  log: ProofOptions['log'],
): Promise<Verdict> {
  let ended = 0
  for (const stream of streams) void stream.ended.then(() => ended++)
  const logged = [api, worker].map(({ log: entries }) => entries.length)
  const roots = {
    api: api.process.pid ?? 0,
    worker: worker.process.pid ?? 0,
    postgres: cluster.pid(),
  }
  const committed = await countTransactions(superuserUrl)
  const { parts, peakMiB } = await measureCores(roots, size.seconds)
  const perSecond = ((await countTransactions(superuserUrl)) - committed) / size.seconds
  const { api: ofApi, worker: ofWorker, postgres } = parts
  const total = ofApi.cores + ofWorker.cores + postgres.cores
  const waiting = ofApi.waiting + ofWorker.waiting + postgres.waiting
  for (const [name, { cores, waiting: waited, memoryMiB }] of Object.entries(parts)) {
    log(
      `${name}: ${percentOfCore(cores)} of a core, ready and without one for ${percentOfCore(waited)} of the time, ${memoryMiB} MiB`,
    )
  }
  const failed = [api, worker]
    .flatMap(({ log: entries }, at) => entries.slice(logged[at]))
    .filter(({ level }) => Number(level) >= WARNING)
  for (const entry of failed.slice(0, 5)) log(JSON.stringify(entry))
  const shares = [
    `API ${percentOfCore(ofApi.cores)}`,
    `worker ${percentOfCore(ofWorker.cores)}`,
    `PostgreSQL ${percentOfCore(postgres.cores)}`,
  ]
  return {
    figures: `${size.tenants} idle tenants and ${streams.length} streams for ${size.seconds} s: ${shares.join(', ')}, together ${percentOfCore(total)} of a core (≤ ${percentOfCore(MOST_CORES)}), ${perSecond.toFixed(1)} transactions per second, ready and without a core for ${percentOfCore(waiting)} of the time, ${Math.round(peakMiB)} MiB`,
    criteria: [
      atMost('share of a core', total, MOST_CORES),
      atMost('transactions per second', perSecond, MOST_TRANSACTIONS_PER_SECOND),
      atLeast('transactions per second', perSecond, LEAST_TRANSACTIONS_PER_SECOND),
      equals('streams that stayed open', streams.length - ended, size.streams),
      equals('warnings and errors in the logs', failed.length, 0),
    ],
  }
}
