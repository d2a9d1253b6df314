// Shows that one tenant, or somebody without a key, cannot take the service away from others: every shared resource is
// attacked, one after the other and all at once, while two tenants go on working.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchTenant, provisionTenants } from '../../bench/lib/bench-tenants.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { HOST_SUFFIX, type Service, startService } from '../../tests/harness/service.ts'
import { loadDataset } from '../../tools/load.ts'
import { atLeast, atMost, type Criterion, isPass, none, prefixed } from '../criteria.ts'
import { type AttackReport, startAttack } from '../lib/hostile/attacker.ts'
import { type AttackName, attacks, createLargeTask, type Target } from '../lib/hostile/attacks.ts'
import { type LimitedProcess, limitMemory } from '../lib/hostile/memory-limit.ts'
import { type Experience, experience } from '../lib/hostile/neighbors.ts'
import { startTarpit } from '../lib/hostile/tarpit.ts'
import { connectGithub, type Integration } from '../lib/hostile/vendor-messages.ts'
import { absences, WITHOUT_LIMIT } from '../lib/hostile/without-limit.ts'
import { type Receiver, startReceiver } from '../lib/receiver/receiver.ts'
import { createWebhook } from '../lib/webhook.ts'
import type { Proof, ProofOptions, Verdict } from '../proof.ts'

const LIMIT_MIB = 1_024
const MOST_MIB = 700
const MOST_UNAVAILABLE = 0.005
/** How much longer requests of others may take than alone. */
const SLOWER = 3
const LEAST_LIMIT_MS = 250

type Size = { tasks: number; largeTasks: number; alone: number; each: number; together: number }

const ciSize: Size = { tasks: 30_000, largeTasks: 200, alone: 15, each: 10, together: 30 }
const fullSize: Size = { tasks: 200_000, largeTasks: 600, alone: 60, each: 45, together: 180 }

/** Limits as shipped, which the harness otherwise switches off. */
const asShipped = {
  SERVICE_ACP_HOST: HOST_SUFFIX,
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: '12000',
  SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '600',
  SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: '50',
  SERVICE_ACP_LIMIT_IN_FLIGHT: '1000',
  SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: '1s',
}

const UNLIMITED_MAIN = join(import.meta.dirname, '../lib/hostile/unlimited-main.ts')
const names = Object.keys(attacks) as AttackName[] // the keys of an object literal

export const proof: Proof = {
  tier: 'release',
  tierReason: 'measures latency next to ten minutes of attacks; each limit has a test of its own',
  budgetSeconds: 300,
  exclusive: true,
  fullSizeForRelease: true,
  covers: ['server/src/http', 'server/src/db', 'server/src/events', 'server/src/agent'],
  claim:
    'a hostile tenant and clients without a key attack every shared resource of a process with 1 GiB: it is never killed, and other tenants hardly notice',
  hasControl: true,
  prove: (options) =>
    withSite(options, (site) =>
      options.control ? attackWithoutLimits(site, options) : attackAll(site, options),
    ),
}

type Site = {
  databaseUrl: string
  receiver: Receiver
  target: Omit<Target, 'url'>
  integrations: readonly Integration[]
  size: Size
}

/** The database with its tenants, the receiver and the tarpit; services come and go in front of them. */
async function withSite(
  { full, seed }: ProofOptions,
  work: (site: Site) => Promise<Verdict>,
): Promise<Verdict> {
  const size = full ? fullSize : ciSize
  const stops: (() => unknown)[] = []
  try {
    const cluster = await startCluster()
    stops.push(() => cluster.stop())
    const { url: databaseUrl, superuserUrl } = await createDatabase({ cluster })
    const [hostile, ...neighbors] = await provisionTenants(superuserUrl, 3)
    if (!hostile) throw new Error('there is no hostile tenant')
    await loadDataset(databaseUrl, { tenants: 1, tasks: size.tasks, skew: 0, log: () => {} })
    await withAdmin(superuserUrl, (admin) => admin.query('analyze'))
    const receiver = await startReceiver(seed)
    stops.push(() => receiver.stop())
    const tarpit = await startTarpit()
    stops.push(() => tarpit.stop())
    const prepared = await withService({ databaseUrl }, async ({ service: { url } }) => {
      await createWebhook(ownerOf(url, hostile), { url: receiver.url('good', 'hostile') })
      for (const one of neighbors) {
        await createWebhook(ownerOf(url, one), { url: receiver.url('good', 'neighbors') })
      }
      const integrations = await Promise.all(neighbors.map((one) => connectGithub(url, one)))
      const { id: integrationId } = await connectGithub(url, hostile)
      const base = { host: hostile.host, key: hostile.key, tarpitUrl: tarpit.url, integrationId }
      const largeTasks: string[] = []
      while (largeTasks.length < size.largeTasks) {
        largeTasks.push(await createLargeTask({ ...base, url }))
      }
      return { integrations, target: { ...base, commonWord: 'reference', largeTasks } }
    })
    return await work({ databaseUrl, receiver, size, ...prepared })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

type Running = { service: Service; memory: LimitedProcess }

/** With `without`, the service has no limits against that attack. */
async function withService<T>(
  { databaseUrl, without }: { databaseUrl: string; without?: AttackName },
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const service = await startService({
    databaseUrl,
    env: {
      ...asShipped,
      ...(without && { ...absences[without].env, [WITHOUT_LIMIT]: without }),
    },
    ...(without && { program: UNLIMITED_MAIN }),
  })
  const memory = limitMemory(service.process.pid ?? 0, LIMIT_MIB)
  try {
    return await work({ service, memory })
  } finally {
    await service.kill()
    await memory.release()
  }
}

const ownerOf = (url: string, { key, host }: BenchTenant) => ({ url, apiKey: key, host })

type Phase = {
  name: string
  during: Experience
  report: AttackReport
  isAlive: boolean
  peakMiB: number
}

async function attackAll(site: Site, { log }: ProofOptions): Promise<Verdict> {
  return withService(site, async (running) => {
    if (!running.memory.isLimited) log('memory is measured, not limited: that takes root')
    const alone = await measureAlone(site, running)
    log(`alone: ${describe(alone)}`)
    const phases: Phase[] = []
    for (const name of [...names, 'all at once'] as const) {
      const isLast = name === 'all at once'
      const seconds = isLast ? site.size.together : site.size.each
      const phase = await runPhase(site, running, name, isLast ? names : [name], seconds)
      phases.push(phase)
      log(describePhase(phase))
      if (!phase.isAlive) break
    }
    const survived = phases.filter(({ isAlive }) => isAlive).length
    return {
      figures: summarize(alone, phases),
      criteria: [
        atLeast('attacks survived', survived, names.length + 1),
        ...phases.flatMap((phase) => prefixed(phase.name, judge(alone, phase))),
      ],
    }
  })
}

/** Each attack meets a service without the limits that are there for it. */
async function attackWithoutLimits(site: Site, { log }: ProofOptions): Promise<Verdict> {
  const alone = await withService(site, (running) => measureAlone(site, running))
  log(`alone: ${describe(alone)}`)
  const unnoticed: string[] = []
  for (const name of names) {
    await withService({ ...site, without: name }, async (running) => {
      await warmUp(site, running)
      const phase = await runPhase(site, running, name, [name], site.size.each)
      const missed = judge(alone, phase).filter((criterion) => !isPass([criterion]))
      log(`without its limits, ${describePhase(phase)}`)
      if (missed.length === 0 && phase.isAlive) unnoticed.push(name)
    })
  }
  const noticed = names.length - unnoticed.length
  return {
    figures: `${noticed} of ${names.length} attacks noticed by others without the limits${unnoticed.length > 0 ? `, not: ${unnoticed.join(', ')}` : ''}`,
    // The control is one only if every limit matters.
    criteria: [none('attacks noticed by others', unnoticed.length === 0 ? noticed : 0)],
  }
}

const warmUp = ({ integrations, receiver }: Site, { service }: Running) =>
  experience(service.url, integrations, receiver, 3)

async function measureAlone(site: Site, running: Running): Promise<Experience> {
  await warmUp(site, running)
  return experience(running.service.url, site.integrations, site.receiver, site.size.alone)
}

async function runPhase(
  { integrations, receiver, target }: Site,
  { service, memory }: Running,
  name: string,
  attack: readonly AttackName[],
  seconds: number,
): Promise<Phase> {
  const order = { names: attack, target: { ...target, url: service.url }, seconds: seconds + 2 }
  const attacker = startAttack(order)
  // Requests of others begin once the attack is under way.
  await sleep(1_000)
  const during = await experience(service.url, integrations, receiver, seconds)
  const report = await Promise.race([attacker.done, sleep(30_000, {})])
  attacker.stop()
  const { exitCode, signalCode } = service.process
  const isAlive = exitCode === null && signalCode === null
  return { name, during, report, isAlive, peakMiB: memory.peakMiB() }
}

const limit = (ms: number) => Math.max(SLOWER * ms, LEAST_LIMIT_MS)

function judge(alone: Experience, { during, peakMiB }: Phase): Criterion[] {
  return [
    atMost('peak memory so far', peakMiB, MOST_MIB, 'MiB'),
    atMost('p99 of creates', during.createP99Ms, limit(alone.createP99Ms), 'ms'),
    atMost('p99 of lists', during.listP99Ms, limit(alone.listP99Ms), 'ms'),
    atMost('p99 of deliveries', during.deliveryP99Ms, limit(alone.deliveryP99Ms), 'ms'),
    atMost('share of 503 responses', during.unavailable / during.requests, MOST_UNAVAILABLE),
    none('other failures', during.failures.length),
  ]
}

function describe({ createP99Ms, listP99Ms, deliveryP99Ms, ...rest }: Experience): string {
  const { requests, unavailable, failures } = rest
  const first = failures[0] ? ` (${failures[0]})` : ''
  return `p99 create ${createP99Ms}, list ${listP99Ms}, delivery ${deliveryP99Ms} ms; of ${requests} requests ${unavailable} × 503, ${failures.length} failed${first}`
}

function describePhase({ name, during, report, isAlive, peakMiB }: Phase): string {
  const end = isAlive ? '' : '; the service is gone'
  return `${name}: ${describe(during)}; attack ${JSON.stringify(report)}; ${peakMiB} MiB so far${end}`
}

function summarize(alone: Experience, phases: readonly Phase[]): string {
  const worst = (read: (one: Experience) => number) =>
    Math.max(...phases.map(({ during }) => read(during)))
  const met = phases.filter((phase) => phase.isAlive && isPass(judge(alone, phase))).length
  return [
    `${met} of ${names.length + 1} attacks unnoticed by others`,
    `p99 alone create ${alone.createP99Ms}, list ${alone.listP99Ms}, delivery ${alone.deliveryP99Ms} ms`,
    `slowest p99 under attack create ${worst((one) => one.createP99Ms)}, list ${worst((one) => one.listP99Ms)}, delivery ${worst((one) => one.deliveryP99Ms)} ms`,
    `memory ${phases.at(-1)?.peakMiB} ≤ ${MOST_MIB} MiB`,
  ].join(', ')
}
