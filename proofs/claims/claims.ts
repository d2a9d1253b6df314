// Verifies exclusive claims: each task is completed once, although holders die and come back after their lease.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { shiftedEnv } from '../../tests/harness/events/shifted-env.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { createAgent, createTasks } from '../../tests/harness/work/agent-client.ts'
import { atLeast, atMost, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type ClaimerProcess, LEASE_SECONDS, type Order, startClaimers } from './claimer-process.ts'
import { type Findings, judgeClaims } from './judge.ts'
import { type Entry, findOpen, readLedger } from './ledger.ts'

type Size = { tasks: number; kills: number; deadlyAttempts: number; timeoutMs: number }

const ciSize: Size = { tasks: 400, kills: 2, deadlyAttempts: 1, timeoutMs: 90_000 }
const fullSize: Size = { tasks: 10_000, kills: 20, deadlyAttempts: 3, timeoutMs: 900_000 }

const CLAIMERS = 50
const PROCESSES = 4
const LOST_SHARE = 0.3
/** A little more: chance may leave fewer, and those lost to kill -9 come on top. */
const DEATH_SHARE = 0.33
/** How far the clocks of the processes are off: of claimers, and of the API and the worker. */
const SHIFTS_MS = [-5_000, 5_000] as const
const MOST_WAIT_MS = 5_000
const UNFENCED_MAIN = join(import.meta.dirname, 'unfenced-main.ts')

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 90,
  covers: ['server/src/domains/claims', 'server/src/domains/tasks', 'server/src/domains/work'],
  claim: `${CLAIMERS} claimers in ${PROCESSES} processes with wrong clocks, kill -9 of claimers that hold ${LOST_SHARE * 100} % of the tasks: every task is completed exactly once, requests with the token of an ended lease are rejected without effect, and every task can be claimed again ${MOST_WAIT_MS / 1_000} s after the end of its lease at the latest`,
  report: 'agents',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const site = await openSite(options)
    try {
      const { entries, openAtKill } = await claimAll(site, options)
      const findings = await judgeClaims(site.database.superuserUrl, entries)
      show(findings, options)
      return judge(findings, openAtKill, options)
    } finally {
      await site.stop()
    }
  },
}

type Site = {
  database: TestDatabase
  urls: string[]
  token: string
  size: Size
  folder: string
  stop: () => Promise<void>
}

async function openSite({ full, control }: ProofOptions): Promise<Site> {
  const size = full ? fullSize : ciSize
  const cluster: Cluster = await startCluster()
  const services: Service[] = []
  const folder = mkdtempSync(join(temporaryRoot(), 'task-claims-'))
  const stop = async () => {
    await Promise.all(services.map((service) => service.kill()))
    await cluster.stop()
    rmSync(folder, { recursive: true })
  }
  try {
    const database = await createDatabase({ cluster })
    const apiKey = generateApiKey()
    const starts = SHIFTS_MS.map(async (shiftMs) => {
      const env = shiftedEnv(shiftMs)
      const program = control ? { program: UNFENCED_MAIN } : {}
      services.push(await startService({ databaseUrl: database.url, apiKey, env, ...program }))
    })
    await Promise.all(starts)
    const [owner] = services
    if (!owner) throw new Error('there is no service')
    // Attempts are counted, and here many holders die.
    const token = await createAgent(owner, { name: 'worker', max_attempts: 100 })
    await createTasks(
      owner,
      Array.from({ length: size.tasks }, (_, index) => ({ title: `Task ${index}` })),
    )
    return { database, urls: services.map(({ url }) => url), token, size, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Group = { process: ClaimerProcess; ledger: string; place: number }

/** Claims until every task is completed, and kills processes meanwhile. */
async function claimAll(
  site: Site,
  options: ProofOptions,
): Promise<{ entries: Entry[]; openAtKill: number }> {
  const ledgers: string[] = []
  const start = async (place: number, inherited: string | null): Promise<Group> => {
    const ledger = join(site.folder, `${ledgers.length}.jsonl`)
    ledgers.push(ledger)
    const order: Order = {
      urls: site.urls,
      token: site.token,
      claimers: Math.ceil((CLAIMERS - place) / PROCESSES),
      name: `process ${ledgers.length}`,
      seed: options.seed,
      ledger,
      inherited,
      deathShare: DEATH_SHARE,
      deadlyAttempts: site.size.deadlyAttempts,
    }
    return { process: await startClaimers(order, SHIFTS_MS[place % 2] ?? 0), ledger, place }
  }
  const groups: Group[] = []
  for (let place = 0; place < PROCESSES; place++) groups.push(await start(place, null))
  const openAtKill = await killSome(site, groups, start, options)
  const isDone = await untilCompleted(site)
  options.log(isDone ? 'every task is completed' : 'not every task was completed in time')
  await Promise.all(groups.map((group) => group.process.finish()))
  return { entries: ledgers.flatMap(readLedger), openAtKill }
}

/** While tasks are claimed for the first time. Returns how many runs lost their holder. */
async function killSome(
  { size }: Site,
  groups: Group[],
  start: (place: number, inherited: string) => Promise<Group>,
  { seed, log }: ProofOptions,
): Promise<number> {
  const first = seededRandom(seed, 'kills').between(0, PROCESSES - 1)
  let before = 0
  const claimed = () => before + groups.reduce((sum, group) => sum + group.process.claimed(), 0)
  let open = 0
  for (let kill = 1; kill <= size.kills; kill++) {
    while (claimed() < (0.7 * size.tasks * kill) / size.kills) await sleep(2)
    // Not one that has just started: it holds nothing yet.
    const place = (first + kill) % PROCESSES
    const victim = groups[place]
    if (!victim) continue
    await victim.process.kill()
    before += victim.process.claimed()
    const left = findOpen(readLedger(victim.ledger))
    const lost = left.working.length + left.completing.length
    log(`kill -9 after ${claimed()} claims: ${lost} runs lost their holder`)
    open += lost
    groups[place] = await start(place, victim.ledger)
  }
  return open
}

async function untilCompleted({ database, size }: Site): Promise<boolean> {
  return withAdmin(database.superuserUrl, async (admin) => {
    for (const start = Date.now(); Date.now() - start < size.timeoutMs; await sleep(200)) {
      const { rows } = await admin.query<{ n: number }>(
        `select count(*)::int as n from tasks where status = 'completed'`,
      )
      if (rows[0]?.n === size.tasks) return true
    }
    return false
  })
}

function show(findings: Findings, { log }: ProofOptions): void {
  for (const [name, found] of Object.entries(findings)) {
    if (!Array.isArray(found)) continue
    for (const one of found.slice(0, 3)) log(`  ${name}: ${one.slice(0, 300)}`)
  }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

function judge(found: Findings, openAtKill: number, { control, full }: ProofOptions): Verdict {
  const { kills } = full ? fullSize : ciSize
  const share = found.lostFirstClaims / found.firstClaims
  const twice = none('tasks completed more than once', found.completedTwice.length)
  const figures = [
    `${found.firstClaims} tasks in ${found.claims} claims`,
    `${(share * 100).toFixed(0)} % of the first claims lost their holder`,
    `${kills} processes killed with ${openAtKill} runs`,
    `${found.notCompleted.length} tasks not completed`,
    `${found.completedTwice.length} completed more than once`,
    `${found.staleAccepted.length} of ${found.staleHeartbeats} late heartbeats and ${found.staleCompletes} late completions accepted`,
    `${found.repeats} completions repeated`,
    `from the end of a lease of ${LEASE_SECONDS} s, a task could be claimed after at most ${seconds(found.longestStuckMs)} s and was claimed after at most ${seconds(found.longestWaitMs)} s`,
  ].join(', ')
  if (control) return { figures, criteria: [twice] }
  return {
    figures,
    criteria: [
      none('tasks not completed', found.notCompleted.length),
      twice,
      none('late requests accepted', found.staleAccepted.length),
      none('effects of late requests', found.traces),
      none('other faults', found.faults.length),
      atMost('longest time from lease end to claimable', found.longestStuckMs, MOST_WAIT_MS, 'ms'),
      atLeast('share of first claims that lost their holder', share, LOST_SHARE),
      atLeast('runs that lost their holder to kill -9', openAtKill, 1),
      atLeast('late heartbeats', found.staleHeartbeats, 1),
      atLeast('late completions', found.staleCompletes, 1),
      atLeast('repeated completions', found.repeats, 1),
    ],
  }
}
