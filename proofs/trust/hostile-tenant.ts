// Shows that one tenant, or somebody without a key, cannot take the service away from others: every shared resource is
// attacked, one after the other and all at once, while two tenants go on working.
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
  prove: (options) => withService(options, (arena) => attackAll(arena, options)),
}

type Arena = {
  service: Service
  memory: LimitedProcess
  receiver: Receiver
  target: Target
  neighbors: readonly BenchTenant[]
  size: Size
}

async function withService(
  { full, seed, log }: ProofOptions,
  work: (arena: Arena) => Promise<Verdict>,
): Promise<Verdict> {
  const size = full ? fullSize : ciSize
  const stops: (() => unknown)[] = []
  try {
    const cluster = await startCluster()
    stops.push(() => cluster.stop())
    const { url: databaseUrl, superuserUrl } = await createDatabase({ cluster })
    const tenants = await provisionTenants(superuserUrl, 3)
    const dataset = { tenants: 1, tasks: size.tasks, skew: 0, log: () => {} }
    await loadDataset(databaseUrl, dataset)
    await withAdmin(superuserUrl, (admin) => admin.query('analyze'))
    const receiver = await startReceiver(seed)
    stops.push(() => receiver.stop())
    const tarpit = await startTarpit()
    stops.push(() => tarpit.stop())
    const service = await startService({ databaseUrl, env: asShipped })
    const memory = limitMemory(service.process.pid ?? 0, LIMIT_MIB)
    stops.push(async () => {
      await service.kill()
      await sleep(100)
      memory.release()
    })
    if (!memory.isLimited) log('memory is measured, not limited: that takes root and cgroups')
    const [hostile, ...neighbors] = tenants
    if (!hostile) throw new Error('there is no hostile tenant')
    const base = { url: service.url, host: hostile.host, key: hostile.key, tarpitUrl: tarpit.url }
    const target: Target = { ...base, commonWord: 'reference', largeTasks: [] }
    await createWebhook(ownerOf(service, hostile), { url: receiver.url('good', 'hostile') })
    for (const one of neighbors) {
      await createWebhook(ownerOf(service, one), { url: receiver.url('good', 'neighbors') })
    }
    const largeTasks: string[] = []
    while (largeTasks.length < size.largeTasks) largeTasks.push(await createLargeTask(target))
    return await work({
      service,
      memory,
      receiver,
      target: { ...target, largeTasks },
      neighbors,
      size,
    })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

const ownerOf = ({ url }: Service, { key, host }: BenchTenant) => ({ url, apiKey: key, host })

type Phase = { name: string; during: Experience; report: AttackReport; isAlive: boolean }

async function attackAll(arena: Arena, { log }: ProofOptions): Promise<Verdict> {
  const { service, neighbors, receiver, size, memory } = arena
  await experience(service.url, neighbors, receiver, 3) // until the JavaScript is compiled
  const alone = await experience(service.url, neighbors, receiver, size.alone)
  log(`alone: ${describe(alone)}`)
  const phases: Phase[] = []
  for (const name of [...names, 'all at once'] as const) {
    const isLast = name === 'all at once'
    const seconds = isLast ? size.together : size.each
    phases.push(await runPhase(arena, name, isLast ? names : [name], seconds))
    const phase = phases.at(-1)
    if (!phase) continue
    log(
      `${name}: ${describe(phase.during)}; attack ${JSON.stringify(phase.report)}; ${memory.peakMiB()} MiB so far`,
    )
    if (!phase.isAlive) break
  }
  const survived = phases.filter(({ isAlive }) => isAlive).length
  return {
    figures: summarize(alone, phases, memory),
    criteria: [
      atLeast('attacks survived', survived, names.length + 1),
      atMost('peak memory', memory.peakMiB(), MOST_MIB, 'MiB'),
      ...phases.flatMap(({ name, during }) => prefixed(name, judge(alone, during))),
    ],
  }
}

async function runPhase(
  { service, neighbors, receiver, target }: Arena,
  name: string,
  attack: readonly AttackName[],
  seconds: number,
): Promise<Phase> {
  const attacker = startAttack({ names: attack, target, seconds: seconds + 2 })
  // Requests of others begin once the attack is under way.
  await sleep(1_000)
  const during = await experience(service.url, neighbors, receiver, seconds)
  const report = await Promise.race([attacker.done, sleep(30_000, {})])
  attacker.stop()
  const { exitCode, signalCode } = service.process
  return { name, during, report, isAlive: exitCode === null && signalCode === null }
}

const limit = (ms: number) => Math.max(SLOWER * ms, LEAST_LIMIT_MS)

function judge(alone: Experience, during: Experience): Criterion[] {
  return [
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

function summarize(alone: Experience, phases: readonly Phase[], memory: LimitedProcess): string {
  const worst = (read: (one: Experience) => number) =>
    Math.max(...phases.map(({ during }) => read(during)))
  const met = phases.filter(({ during, isAlive }) => isAlive && isPass(judge(alone, during))).length
  return [
    `${met} of ${names.length + 1} attacks unnoticed by others`,
    `p99 alone create ${alone.createP99Ms}, list ${alone.listP99Ms}, delivery ${alone.deliveryP99Ms} ms`,
    `slowest p99 under attack create ${worst((one) => one.createP99Ms)}, list ${worst((one) => one.listP99Ms)}, delivery ${worst((one) => one.deliveryP99Ms)} ms`,
    `memory ${memory.peakMiB()} ≤ ${MOST_MIB} MiB`,
  ].join(', ')
}
