// Verifies fair claims: a key with very many tasks, urgent tasks and the claimers of a tenant do not starve others.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { median, percentile } from '../../tests/harness/measure/measurement.ts'
import { measureUndisturbed } from '../../tests/harness/measure/undisturbed.ts'
import { createAgentClient, createTasks } from '../../tests/harness/work/agent-client.ts'
import { atLeast, atMost, type Criterion, isPass, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { claimInLoop } from './flooding-claimers.ts'
import { comparePositions, countOvertaking, type Overtaking, type Positions } from './positions.ts'
import { openSite, QUEUES, type Site, type Tenant } from './site.ts'

type Size = {
  /** Tasks of the key that has very many. */
  flood: number
  /** Urgent tasks before and after the aging limit. */
  urgent: number
  otherTenants: number
  /** Of claims alone and beside the claimers, in turns. */
  rounds: number
  seconds: number
  leastLimitMs: number
}

const ciSize: Size = {
  flood: 2_000,
  urgent: 100,
  otherTenants: 2,
  rounds: 1,
  seconds: 4,
  leastLimitMs: 250,
}
const fullSize: Size = {
  flood: 50_000,
  urgent: 2_000,
  otherTenants: 9,
  rounds: 3,
  seconds: 30,
  leastLimitMs: 50,
}

const CLAIMERS = 16
/** Of each other tenant. */
const CLAIMS_PER_SECOND = 20
/** How much further back a task may be claimed than alone, and how much slower a claim of another tenant. */
const MOST_RATIO = 2

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 60,
  exclusive: true,
  fullSizeForRelease: true,
  covers: ['server/src/domains/claims'],
  claim: `a fairness key with very many tasks, a flood of urgent tasks and a tenant with ${CLAIMERS} claimers: tasks of other keys are claimed at most ${MOST_RATIO} times further back than alone, a low task before every urgent one that is younger by its aging limit, and (full size) claims of other tenants are hardly slower`,
  report: 'agents',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const size = options.full ? fullSize : ciSize
    const site = await openSite({ others: size.otherTenants, isUnfair: options.control })
    try {
      const positions = await comparePositions(site.flooding, size.flood)
      options.log(`p99 of positions: alone ${positions.alone}, flooded ${positions.flooded}`)
      const overtaking = await countOvertaking(site.flooding, size.urgent)
      options.log(JSON.stringify(overtaking))
      if (options.control) return judgeControl(positions, overtaking)
      // Latency depends on the machine; the order does not.
      const latency = options.full ? await compareLatency(site, size, options) : undefined
      return judge(positions, overtaking, latency, size)
    } finally {
      await site.stop()
    }
  },
}

type Latency = { aloneMs: number; besideMs: number; claimed: number; requests: number }

/** Medians of several rounds: a pause of the machine falls into one of them. */
async function compareLatency(
  { flooding, others }: Site,
  { rounds, seconds }: Size,
  { log }: ProofOptions,
): Promise<Latency> {
  const draft = { title: 'Task', queue: QUEUES.load }
  const drafts = (count: number) => Array.from({ length: count }, () => draft)
  await Promise.all(others.map((tenant) => createTasks(tenant, drafts(CLAIMS_PER_SECOND))))
  await claimSteadily(others, 1)
  const measureRound = async (): Promise<Latency> => {
    for (const tenant of others) {
      await createTasks(tenant, drafts(2 * seconds * CLAIMS_PER_SECOND))
    }
    const alone = await claimSteadily(others, seconds)
    // More than they can claim.
    await createTasks(flooding, drafts(2_000 * seconds))
    const loop = claimInLoop({ tenant: flooding, claimers: CLAIMERS, seconds: seconds + 2 })
    await sleep(1_000)
    const { p99Ms: besideMs, requests } = await claimSteadily(others, seconds)
    const claimed = await loop
    log(`claims of other tenants: p99 ${alone.p99Ms} ms alone, ${besideMs} ms beside ${claimed}`)
    return { aloneMs: alone.p99Ms, besideMs, claimed, requests }
  }
  const measured: Latency[] = []
  for (let round = 1; round <= rounds; round++) {
    measured.push(await measureUndisturbed(measureRound, { log }))
  }
  const sum = (pick: (one: Latency) => number) =>
    measured.reduce((total, one) => total + pick(one), 0)
  return {
    aloneMs: median(measured.map(({ aloneMs }) => aloneMs)),
    besideMs: median(measured.map(({ besideMs }) => besideMs)),
    claimed: sum(({ claimed }) => claimed),
    requests: sum(({ requests }) => requests),
  }
}

/** Each tenant claims at a steady rate, answered or not. */
async function claimSteadily(tenants: readonly Tenant[], seconds: number) {
  const caller = createApiCaller(64)
  const clients = tenants.map((tenant) => createAgentClient(caller, tenant))
  const times: Promise<number>[] = []
  const startedAt = performance.now()
  for (let turn = 0; turn < seconds * CLAIMS_PER_SECOND; turn++) {
    const dueMs = (turn * 1_000) / CLAIMS_PER_SECOND - (performance.now() - startedAt)
    if (dueMs > 1) await sleep(dueMs)
    times.push(
      ...clients.map(async (client) => {
        const sentAt = performance.now()
        const claimed = await client.claim({ queues: [QUEUES.load], max: 1 })
        if (claimed.length !== 1) throw new Error(`${claimed.length} tasks were claimed`)
        return performance.now() - sentAt
      }),
    )
  }
  const sorted = (await Promise.all(times)).toSorted((a, b) => a - b)
  caller.close()
  return { p99Ms: Math.round(percentile(sorted, 0.99)), requests: sorted.length }
}

function judgePositions({ alone, flooded }: Positions): Criterion {
  return atMost('p99 position of other keys, as a ratio to alone', flooded / alone, MOST_RATIO)
}

function judgeAging({ lateFirst }: Overtaking): Criterion {
  return none('urgent tasks beyond the aging limit that were claimed before the low one', lateFirst)
}

function describe({ alone, flooded }: Positions, { late, lateFirst }: Overtaking): string {
  return `p99 position of other keys ${flooded}, ${alone} alone (≤ ${MOST_RATIO} ×); ${lateFirst} of ${late} urgent tasks beyond the aging limit were claimed before a low one`
}

function judge(
  positions: Positions,
  overtaking: Overtaking,
  latency: Latency | undefined,
  { flood, leastLimitMs }: Size,
): Verdict {
  const order = describe(positions, overtaking)
  const criteria = [
    judgePositions(positions),
    judgeAging(overtaking),
    // Otherwise priorities would have no meaning.
    none(
      'urgent tasks within the aging limit that were claimed after the low one',
      overtaking.soon - overtaking.soonFirst,
    ),
  ]
  if (!latency) return { figures: `${order}; a key with ${flood} tasks`, criteria }
  const limitMs = Math.max(MOST_RATIO * latency.aloneMs, leastLimitMs)
  return {
    figures: `${order}; p99 of ${latency.requests} claims of other tenants ${latency.besideMs} ms beside ${CLAIMERS} claimers, ${latency.aloneMs} ms alone (≤ ${limitMs}); a key with ${flood} tasks`,
    criteria: [
      ...criteria,
      atMost('p99 latency of claims of other tenants', latency.besideMs, limitMs, 'ms'),
      atLeast('tasks claimed by the claimers beside them', latency.claimed, 100),
    ],
  }
}

/** Each defense that is off must be noticed: otherwise one of the checks would be unproven. */
function judgeControl(positions: Positions, overtaking: Overtaking): Verdict {
  const criteria = [judgePositions(positions), judgeAging(overtaking)]
  const noticed = criteria.filter((criterion) => !isPass([criterion])).length
  return {
    figures: describe(positions, overtaking),
    criteria: [atMost('missing defenses that are noticed', noticed, criteria.length - 1)],
  }
}
