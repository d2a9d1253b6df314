// Verifies an upgrade under load: processes of the previous level and of this one behind HAProxy, migrated while a reader
// holds the tasks, restarted in turns up and down.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { type EmptyDatabase, emptyDatabase } from '../../tests/harness/database.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { LEVEL } from '../../tests/harness/migration/next-migration.ts'
import { ensureHAProxy, startHAProxy } from '../../tests/harness/network/haproxy.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { MAIN, type Service, startService } from '../../tests/harness/service.ts'
import { atLeast, atMost, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { extractPreviousRelease, type PreviousRelease } from './previous-release.ts'
import { runPreviousSuite, type SuiteResult } from './previous-suite.ts'
import { runMigrate } from './run-migrate.ts'
import { type Load, type LoadReport, startLoad } from './steady-load.ts'

const PER_SECOND = 150
const PROCESSES = 2
const LONGEST_STALL_MS = 1_000

const sizes = {
  ci: { readerMs: 10_000, restarts: 4, suiteFiles: 4 },
  full: { readerMs: 60_000, restarts: 20, suiteFiles: Number.POSITIVE_INFINITY },
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'needs two versions of the service; run it when migrations or the start change',
  budgetSeconds: 180,
  cores: 2,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'upgrade',
  covers: ['server/src/db', 'server/src/app', 'docs/guide/upgrading.md'],
  claim: `processes of the previous schema level and of this one behind HAProxy, at ${PER_SECOND} requests per second: ${sizes.full.restarts} restarts up and down and a migration while a reader holds the tasks for ${sizes.full.readerMs / 1_000} seconds, without a failed request and without a stall of more than a second; the API tests of the previous level pass on the new schema`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    ensureHAProxy()
    const previous = extractPreviousRelease()
    options.log(`from level ${previous.level} (commit ${previous.commit}) to level ${LEVEL}`)
    const cluster = await startCluster({ fsync: options.full, inMemory: !options.full })
    try {
      // The API tests query tables with the default roles.
      const database = { ...(await emptyDatabase({ cluster })), rolePrefix: 'task_service' }
      await runMigrate(previous.program, database)
      const upgraded = await upgrade(previous, database, options)
      const suite = await runPreviousSuite(previous, database, sizeOf(options).suiteFiles)
      for (const line of suite.failures) options.log(line)
      return judge(previous, upgraded, suite)
    } finally {
      await cluster.stop()
      previous.remove()
    }
  },
}

const sizeOf = ({ full }: ProofOptions) => (full ? sizes.full : sizes.ci)

type Upgraded = {
  load: LoadReport
  restarts: number
  migrationSeconds: number
  /** Processes of the previous level that started after the migration and served. */
  startedBack: number
  lost: number
  duplicates: number
}

async function upgrade(
  previous: PreviousRelease,
  database: EmptyDatabase,
  options: ProofOptions,
): Promise<Upgraded> {
  const { readerMs, restarts } = sizeOf(options)
  const fleet = await startFleet(previous, database)
  const proxy = await startHAProxy(fleet.ports)
  const random = seededRandom(options.seed, 'upgrade')
  const load = startLoad({ url: proxy.url, apiKey: fleet.apiKey, perSecond: PER_SECOND, random })
  try {
    load.enter('before')
    await sleep(2_000)
    const migrationSeconds = await migrateUnderReader(database, readerMs, load)
    options.log(`migrated in ${migrationSeconds.toFixed(1)} s`)
    const startedBack = await restartInTurns(fleet, { previous, restarts, load, options })
    load.enter('after')
    await sleep(2_000)
    const report = await load.stop()
    const stored = await readTitles(database)
    return {
      load: report,
      restarts,
      migrationSeconds,
      startedBack,
      lost: report.created.filter((title) => !stored.has(title)).length,
      duplicates: [...stored.values()].filter((count) => count > 1).length,
    }
  } finally {
    await proxy.stop()
    await fleet.stop()
  }
}

/** A report that reads tasks in one transaction, as pg_dump does. */
async function migrateUnderReader(
  database: EmptyDatabase,
  readerMs: number,
  load: Load,
): Promise<number> {
  const reader = new Client({ connectionString: database.url, application_name: 'report' })
  await reader.connect()
  await reader.query('begin; lock table tasks in access share mode')
  load.enter('migration')
  const startedAt = performance.now()
  const migrating = runMigrate(MAIN, database)
  await sleep(readerMs)
  await reader.query('commit')
  await reader.end()
  await migrating
  return (performance.now() - startedAt) / 1_000
}

/** Both processes up, both down, and so on. Of the previous level, those that served after the migration. */
async function restartInTurns(
  fleet: Fleet,
  turn: { previous: PreviousRelease; restarts: number; load: Load; options: ProofOptions },
): Promise<number> {
  let startedBack = 0
  for (let restart = 0; restart < turn.restarts; restart++) {
    const isUp = Math.floor(restart / PROCESSES) % 2 === 0
    turn.load.enter(`restart ${restart + 1}, ${isUp ? 'up' : 'down'}`)
    const program = isUp ? MAIN : turn.previous.program
    const service = await fleet.replace(restart % PROCESSES, program, turn.options.control)
    const headers = { 'x-api-key': fleet.apiKey }
    const { status } = await fetch(`${service.url}/api/tasks?limit=1`, { headers })
    if (!isUp && status === 200) startedBack++
    // The load balancer sees it with its next check.
    await sleep(500)
  }
  return startedBack
}

type Fleet = {
  ports: number[]
  apiKey: string
  /** Stops a process and starts another program on its port; without notice, kills it. */
  replace: (place: number, program: string, withoutNotice: boolean) => Promise<Service>
  stop: () => Promise<void>
}

async function startFleet(previous: PreviousRelease, database: EmptyDatabase): Promise<Fleet> {
  const apiKey = generateApiKey()
  const ports = [await findFreePort(), await findFreePort()]
  const start = (place: number, program: string) =>
    startService({
      databaseUrl: database.url,
      apiKey,
      program,
      env: {
        SERVICE_ACP_PORT: String(ports[place]),
        SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix,
      },
    })
  const services: Service[] = []
  for (const place of ports.keys()) services.push(await start(place, previous.program))
  return {
    ports,
    apiKey,
    async replace(place, program, withoutNotice) {
      await (withoutNotice ? services[place]?.kill() : services[place]?.stop())
      const service = await start(place, program)
      services[place] = service
      return service
    },
    stop: async () => void (await Promise.all(services.map((service) => service.kill()))),
  }
}

async function readTitles({ superuserUrl }: EmptyDatabase): Promise<Map<string, number>> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ title: string; count: number }>(
    `select doc ->> 'title' as title, count(*)::int as count from tasks group by 1`,
  )
  await client.end()
  return new Map(rows.map(({ title, count }) => [title, count]))
}

function judge(previous: PreviousRelease, upgraded: Upgraded, suite: SuiteResult): Verdict {
  const { load, restarts, migrationSeconds, startedBack, lost, duplicates } = upgraded
  const figures = [
    `level ${previous.level} to ${LEVEL}`,
    `${load.requests} requests, ${load.failures.length} failed`,
    `p50 ${load.p50Ms.toFixed(0)} ms, p99 ${load.p99Ms.toFixed(0)} ms, longest ${load.longestMs.toFixed(0)} ms (${load.longestIn})`,
    `${restarts} restarts`,
    `migrated in ${migrationSeconds.toFixed(1)} s`,
    `${load.created.length} tasks created, ${lost} lost, ${duplicates} doubled`,
    `API tests of the previous level: ${suite.passed} passed and ${suite.failed} failed in ${suite.files} files`,
  ]
  return {
    figures: [...figures, ...load.failures.slice(0, 3)].join(', '),
    criteria: [
      none('failed requests', load.failures.length),
      atMost('longest request', load.longestMs, LONGEST_STALL_MS, 'ms'),
      none('tasks lost', lost),
      none('tasks created twice', duplicates),
      atLeast('processes of the previous level started on the new schema', startedBack, 2),
      none('failed API tests of the previous level', suite.failed),
      atLeast('passed API tests of the previous level', suite.passed, 1),
      isTrue('upgrade to a higher level', previous.level < LEVEL),
    ],
  }
}
