// Verifies the image under the rules of serverless platforms: it scales to zero and back and is replaced under load, and no request fails.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { readManifest, type Workload } from '../../tests/deploy/workload.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { ensureEngine, root } from '../../tests/harness/containers/engine.ts'
import { buildImage } from '../../tests/harness/containers/image.ts'
import { emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { MASTER_KEY, UI_PASSWORD } from '../../tests/harness/service.ts'
import { until } from '../../tests/operate/until.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Activator, startActivator } from './activator.ts'
import { type Clients, startClients } from './clients.ts'
import {
  type Ending,
  findLooseEnds,
  GRACE_MS,
  type Instance,
  type Platform,
  removeInstances,
  type Signal,
  startInstance,
} from './instance.ts'

const CLIENTS = 6
const BURST = 20

type Scene = { activator: Activator; clients: Clients; random: SeededRandom; signal: Signal }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'replaces and freezes containers, which takes minutes; `tests/operate` checks the same process behavior without containers',
  budgetSeconds: 300,
  exclusive: true,
  requires: ['containers'],
  report: 'self-hosting',
  covers: ['deploy', 'Dockerfile', 'server/src/app'],
  claim: `the containers of the serverless manifests, with PORT injected, no writable disk, one CPU and ${GRACE_MS / 1_000} s from SIGTERM to SIGKILL: scaled to zero and back, replaced and frozen under load, no request fails once an instance is ready, and every instance shuts down in time`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    await ensureEngine()
    const { name: image } = await buildImage()
    const cluster = await startCluster({ version: 15, fsync: false, inMemory: true })
    const database = await emptyDatabase({ cluster })
    const apiKey = generateApiKey()
    const secretsFolder = writeSecrets(database, apiKey)
    const prefix = `serverless-${process.pid}`
    const platform: Platform = { image, secretsFolder, prefix }
    try {
      const others = await runOthers(platform, options)
      return await runCycles(platform, { database, apiKey, others }, options)
    } finally {
      await removeInstances(platform)
      await cluster.stop()
      rmSync(secretsFolder, { recursive: true, force: true })
    }
  },
}

/** As the Secret of the Knative manifests; readable for the user of the image, like a mounted one. */
function writeSecrets(database: TestDatabase, apiKey: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'serverless-secrets-'))
  const secrets = {
    'database-url': database.url,
    'api-key': apiKey,
    'master-key': MASTER_KEY,
    'ui-password': UI_PASSWORD,
  }
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value)
  chmodSync(folder, 0o755)
  return folder
}

function manifest(name: string): Workload {
  const file = `deploy/serverless/knative/${name}.yaml`
  const [workload] = readManifest(file, readFileSync(join(root, file), 'utf8'))
  if (!workload) throw new Error(`${file} has no container`)
  return workload
}

type Others = { endings: Ending[]; faults: string[] }

/** The job and the worker under the same rules: the job ends when it is done, the worker when it is asked to. */
async function runOthers(platform: Platform, { log }: ProofOptions): Promise<Others> {
  const faults: string[] = []
  const job = await startInstance(platform, manifest('migrate'))
  const code = await job.ended
  log(`migrate: ${job.output().trim().split('\n').at(-1)}`)
  if (code !== 0) throw new Error(`the migration ended with ${code}: ${job.output()}`)
  const worker = await startInstance(platform, manifest('worker'))
  await until(
    'the worker has run maintenance',
    () => worker.output().includes('"msg":"maintenance"'),
    60_000,
  )
  if (worker.output().includes('"level":50')) faults.push(`worker: ${worker.output()}`)
  const ending = await worker.end('TERM')
  log(`worker: ended with ${ending.code} after ${seconds(ending.ms)}`)
  return { endings: [ending], faults }
}

type Setting = { database: TestDatabase; apiKey: string; others: Others }

async function runCycles(
  platform: Platform,
  { database, apiKey, others }: Setting,
  options: ProofOptions,
): Promise<Verdict> {
  const api = manifest('api')
  const started: Instance[] = []
  const activator = await startActivator(async () => {
    const instance = await startInstance(platform, api)
    started.push(instance)
    return instance
  })
  const random = seededRandom(options.seed, 'serverless')
  const clients = startClients({ url: activator.url, key: apiKey, count: CLIENTS, random })
  const scene = { activator, clients, random, signal: options.control ? 'KILL' : 'TERM' } as const
  const rounds = options.full ? 25 : 3
  try {
    await clients.burst(BURST)
    for (const instance of started) others.faults.push(...(await findLooseEnds(instance)))
    for (let round = 1; round <= rounds; round++) await runRound(scene, round, options)
  } finally {
    await clients.close()
    await activator.stop()
  }
  const stored = await countTasks(database, clients)
  return judge(scene, { rounds, stored, ...others }, options)
}

async function runRound(scene: Scene, round: number, { log }: ProofOptions): Promise<void> {
  const { activator, clients, random, signal } = scene
  // From nothing, many at once.
  await clients.burst(BURST)
  clients.resume()
  await sleep(random.between(500, 1_500))
  // While requests come: the next one starts another.
  await activator.scaleToZero(signal)
  await sleep(random.between(500, 1_500))
  await activator.replace(signal)
  await sleep(random.between(300, 1_000))
  await clients.pause()
  // Without requests, CPU goes and comes back with the next one.
  await activator.freeze()
  await sleep(random.between(1_000, 3_000))
  await clients.burst(BURST)
  await activator.scaleToZero(signal)
  if (activator.countInstances() > 0) throw new Error('an instance is left')
  const { requests, failures } = clients
  log(
    `round ${round}: ${requests} requests, ${failures.length} failed, ${activator.coldStarts.length} cold starts, last ${seconds(activator.coldStarts.at(-1) ?? 0)}`,
  )
  for (const failure of failures.slice(-3)) log(`  ${failure.slice(0, 200)}`)
}

type Stored = { lost: number; twice: number; unacknowledged: number }

async function countTasks(database: TestDatabase, clients: Clients): Promise<Stored> {
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ title: string }>(`select doc ->> 'title' as title from tasks`),
  )
  const titles = new Set(rows.map(({ title }) => title))
  const lost = [...clients.acknowledged].filter((title) => !titles.has(title)).length
  const unacknowledged = [...titles].filter((title) => !clients.acknowledged.has(title)).length
  return { lost, twice: rows.length - titles.size, unacknowledged }
}

type Result = { rounds: number; stored: Stored; faults: string[]; endings: Ending[] }

function judge({ activator, clients }: Scene, result: Result, { log }: ProofOptions): Verdict {
  const { coldStarts } = activator
  const endings = [...activator.endings, ...result.endings]
  const late = endings.filter(({ ms, killed }) => killed || ms > GRACE_MS).length
  const bad = endings.filter(({ code }) => code !== 0).length
  const sorted = coldStarts.toSorted((a, b) => a - b)
  const { lost, twice, unacknowledged } = result.stored
  for (const fault of result.faults) log(`fault: ${fault}`)
  const figures = [
    `${result.rounds} rounds of zero, burst, zero under load, replacement and freeze`,
    `${clients.requests} requests`,
    `${clients.failures.length} failed`,
    `${clients.acknowledged.size} tasks acknowledged, ${lost} lost, ${twice} twice, ${unacknowledged} without acknowledgment`,
    `${coldStarts.length} cold starts, p50 ${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}, slowest ${seconds(sorted.at(-1) ?? 0)}`,
    `${endings.length} shutdowns, slowest ${seconds(Math.max(...endings.map(({ ms }) => ms)))}, ${late} late, ${bad} with a nonzero exit code`,
    `${result.faults.length} faults`,
  ]
  const criteria = [
    none('failed requests', clients.failures.length),
    none('acknowledged tasks lost', lost),
    none('tasks stored twice', twice),
    none('tasks stored without acknowledgment', unacknowledged),
    none('instances not stopped within the grace period', late),
    none('instances with a nonzero exit code', bad),
    none('other faults', result.faults.length),
    atLeast('acknowledged tasks', clients.acknowledged.size, 1),
  ]
  return { figures: figures.join(', '), criteria }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
