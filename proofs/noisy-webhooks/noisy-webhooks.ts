// Verifies fairness: a tenant with unresponsive receivers and very many events does not delay other tenants.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Arena, openArena } from '../../tests/harness/delivery/arena.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { percentile } from '../../tests/harness/measure/measurement.ts'
import { startFleet } from '../../tests/harness/processes/fleet.ts'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'
import { atLeast, atMost, isPass } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

type Size = {
  quietTenants: number
  flood: number
  /** Of so many events one is for all webhooks of the noisy tenant, the others for one of them. */
  loudEvery: number
  warmSeconds: number
  beforeSeconds: number
  duringSeconds: number
}

const ciSize: Size = {
  quietTenants: 11,
  flood: 2_000,
  loudEvery: 20,
  warmSeconds: 2,
  beforeSeconds: 8,
  duringSeconds: 20,
}
const fullSize: Size = {
  quietTenants: 49,
  flood: 20_000,
  loudEvery: 100,
  warmSeconds: 5,
  beforeSeconds: 60,
  duringSeconds: 180,
}

const BULK = 500
/** Further webhooks of the noisy tenant, and what they want: enough to fill a worker that knew only webhooks. */
const MORE_WEBHOOKS = 20
const LOUD_QUEUE = 'loud'
/** What has not arrived by then counts as having taken that long. */
const TIMEOUT_MS = 30_000
const LONGEST_MS = 1_000
/** What the control runs: each of them does without one of the defenses. */
const unfairWorkers = ['one-receiver-worker.ts', 'unshared-worker.ts']

type Dwell = { p50Ms: number; p99Ms: number; events: number }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'measures latency, so it must run alone; `signatures` delivers events on every change',
  budgetSeconds: 120,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'noisy-webhooks',
  covers: ['server/src/events', 'server/src/domains/webhooks', 'server/src/domains/deliveries'],
  claim:
    'a tenant that floods unresponsive receivers does not delay the deliveries of other tenants',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    if (!options.control) return compareWith(undefined, options)
    const verdicts: Verdict[] = []
    for (const worker of unfairWorkers) {
      options.log(worker)
      verdicts.push(await compareWith(worker, options))
    }
    // Every worker must delay others: one that does not would leave the defense it lacks unproven.
    const harmless = verdicts.filter(({ criteria }) => isPass(criteria)).length
    return {
      figures: verdicts.map(({ figures }) => figures).join('; '),
      criteria: [atLeast('unfair workers that do not delay other tenants', harmless, 1)],
    }
  },
}

async function compareWith(worker: string | undefined, options: ProofOptions): Promise<Verdict> {
  const arena = await openArena(options.seed, { SERVICE_ACP_HOST: HOST_SUFFIX })
  try {
    const workers = await startFleet({
      databaseUrl: arena.database.url,
      size: 1,
      role: 'worker',
      env: arena.env,
      ...(worker && { program: join(import.meta.dirname, worker) }),
    })
    try {
      return await compare(arena, options)
    } finally {
      await workers.stop()
    }
  } finally {
    await arena.stop()
  }
}

async function compare(arena: Arena, { full, log }: ProofOptions): Promise<Verdict> {
  const size = full ? fullSize : ciSize
  const tenants = await provisionTenants(arena.database.superuserUrl, size.quietTenants + 1)
  const [noisy, ...quiet] = tenants
  if (!noisy) throw new Error('there is no tenant to make noise')
  await subscribe(arena, noisy, quiet)
  await makeQuietEvents(arena, quiet, size.warmSeconds)
  const before = await makeQuietEvents(arena, quiet, size.beforeSeconds)
  log(`before: p50 ${before.p50Ms} ms, p99 ${before.p99Ms} ms of ${before.events}`)
  const [during] = await Promise.all([
    makeQuietEvents(arena, quiet, size.duringSeconds),
    flood(arena, noisy, size),
  ])
  log(`during: p50 ${during.p50Ms} ms, p99 ${during.p99Ms} ms of ${during.events}`)
  const { arrivals } = await arena.receiver.report('noise')
  const limit = Math.max(2 * before.p99Ms, LONGEST_MS)
  return {
    figures: `${size.quietTenants} tenants beside a flood of ${size.flood} events to ${MORE_WEBHOOKS + 1} webhooks that never answer (${arrivals} attempts): p99 ${during.p99Ms} ms of ${during.events} events, ${before.p99Ms} ms before (≤ ${limit})`,
    criteria: [
      atMost('p99 latency of the other tenants', during.p99Ms, limit, 'ms'),
      atLeast('delivery attempts of the flooding tenant', arrivals, 1),
    ],
  }
}

async function subscribe(
  { api, receiver }: Arena,
  noisy: BenchTenant,
  quiet: readonly BenchTenant[],
): Promise<void> {
  const owner = ({ key, host }: BenchTenant) => ({ url: api.url, apiKey: key, host })
  const url = receiver.url('silent', 'noise')
  await createWebhook(owner(noisy), { url })
  for (let made = 0; made < MORE_WEBHOOKS; made++) {
    await createWebhook(owner(noisy), { url, filter: { 'data.queue': [LOUD_QUEUE] } })
  }
  for (const one of quiet) await createWebhook(owner(one), { url: receiver.url('good', 'quiet') })
}

/** One event a second for each tenant; how long they took to arrive. */
async function makeQuietEvents(
  arena: Arena,
  tenants: readonly BenchTenant[],
  seconds: number,
): Promise<Dwell> {
  await arena.receiver.forget('quiet')
  const caller = createApiCaller(32)
  const creates: Promise<unknown>[] = []
  const count = tenants.length * seconds
  const startedAt = performance.now()
  for (let made = 0; made < count; made++) {
    const dueMs = (made * 1_000) / tenants.length - (performance.now() - startedAt)
    if (dueMs > 1) await sleep(dueMs)
    const tenant = tenants[made % tenants.length]
    if (tenant) creates.push(create(arena, caller, tenant, { title: `Quiet ${made}` }))
  }
  await Promise.all(creates)
  caller.close()
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    if ((await arena.receiver.report('quiet')).acknowledged >= count) break
  }
  const { dwell } = await arena.receiver.arrivals('quiet')
  const missing = Array.from({ length: count - dwell.length }, () => TIMEOUT_MS)
  const sorted = [...dwell, ...missing].toSorted((a, b) => a - b)
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), events: dwell.length }
}

async function flood(arena: Arena, tenant: BenchTenant, size: Size): Promise<void> {
  const caller = createApiCaller(2)
  const items = Array.from({ length: BULK }, (_, index) => ({
    create: { title: 'Noise', ...(index % size.loudEvery === 0 && { queue: LOUD_QUEUE }) },
  }))
  for (let made = 0; made < size.flood; made += BULK) {
    await create(arena, caller, tenant, { items }, '/api/tasks/bulk')
  }
  caller.close()
}

async function create(
  { api }: Arena,
  caller: ReturnType<typeof createApiCaller>,
  { key, host }: BenchTenant,
  body: object,
  path = '/api/tasks',
): Promise<void> {
  const headers = { 'x-api-key': key, host }
  const answer = await caller.call(api.url + path, { method: 'POST', headers, body })
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body}`)
}
