// Verifies recovery from a database that disappears without closing its connections, without a restart.
import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, type Criterion, none, prefixed } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Arena, openArena } from './arena.ts'
import { countLost, type Kind, kinds, type Load, type Outcome, startLoad } from './load.ts'

const STATEMENT_TIMEOUT_MS = { ci: 2_000, full: 10_000 }
/** What is promised beyond the statement timeout. */
const SLACK_MS = 5_000
/** How long everything works between two faults. */
const STEADY_MS = 1_500
const DELIVERED_WITHIN_MS = 60_000
/** What was sent before a fault may be acknowledged and delivered just after it, which says nothing about recovery. */
const IN_FLIGHT_MS = 500

type Fault = {
  name: string
  pooled: boolean
  begin: (arena: Arena) => void
  /** Without it new connections work all the time, as after a failover. */
  end?: (arena: Arena) => void
}

const faults: readonly Fault[] = [
  {
    name: 'connections dropped without FIN',
    pooled: false,
    begin: ({ inFront }) => inFront.silence(),
  },
  {
    name: 'network silent',
    pooled: false,
    begin: ({ inFront }) => inFront.silence({ newToo: true }),
    end: ({ inFront }) => inFront.heal(),
  },
  {
    name: 'PostgreSQL stopped',
    pooled: false,
    begin: ({ cluster }) => cluster.freeze(),
    end: ({ cluster }) => cluster.thaw(),
  },
  {
    name: 'connections to the pooler half-open',
    pooled: true,
    begin: ({ inFront }) => inFront.silence(),
  },
  {
    name: 'connections of the pooler half-open',
    pooled: true,
    begin: ({ behindPooler }) => behindPooler?.silence(),
  },
  {
    name: 'pooler stopped',
    pooled: true,
    begin: ({ pooler }) => pooler?.freeze(),
    end: ({ pooler }) => pooler?.thaw(),
  },
]

type Outcomes = { criteria: Criterion[]; slowestMs: number; lost: number; acknowledged: number }
type Result = { recoveredMs: number; criteria: Criterion[] }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'measures how long recovery takes, so it must run alone; the tests of the watchdog run on every change',
  budgetSeconds: 150,
  exclusive: true,
  covers: [
    'server/src/db',
    'server/src/app',
    'server/src/jobs',
    'server/src/events',
    'server/src/domains/deliveries',
  ],
  claim: `PostgreSQL or its pooler disappears without a FIN or is stopped: API and worker recover within the statement timeout + ${SLACK_MS / 1_000} s after it is reachable again, without a restart, and no acknowledged write is lost`,
  report: 'resilience',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const direct = await runArena(false, options)
    const pooled = await runArena(true, options)
    const slowest = Math.max(direct.slowestMs, pooled.slowestMs)
    const limit = limitMs(options)
    return {
      figures: `${faults.length} faults, ${direct.acknowledged + pooled.acknowledged} tasks acknowledged, ${direct.lost + pooled.lost} lost, slowest recovery ${seconds(slowest)} (≤ ${seconds(limit)})`,
      criteria: [...direct.criteria, ...pooled.criteria],
    }
  },
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const timeoutMs = ({ full }: ProofOptions) => STATEMENT_TIMEOUT_MS[full ? 'full' : 'ci']
const limitMs = (options: ProofOptions) => timeoutMs(options) + SLACK_MS

async function runArena(pooled: boolean, options: ProofOptions): Promise<Outcomes> {
  const arena = await openArena({
    pooled,
    statementTimeoutMs: timeoutMs(options),
    watched: !options.control,
  })
  try {
    const load = await startLoad(arena.api, 2 * limitMs(options))
    await sleep(STEADY_MS)
    const criteria: Criterion[] = []
    let slowestMs = 0
    const own = faults.filter((fault) => fault.pooled === pooled)
    // Without the defense nothing comes back from the first, so there is nothing to see in the others.
    for (const fault of options.control ? own.slice(0, 1) : own) {
      const result = await meet(fault, arena, load, options)
      slowestMs = Math.max(slowestMs, result.recoveredMs)
      criteria.push(...prefixed(fault.name, result.criteria))
    }
    await load.stop()
    const found = options.control ? { lost: 0, criteria: [] } : await inspect(arena, load, options)
    criteria.push(...prefixed(pooled ? 'behind a pooler' : 'direct', found.criteria))
    return { criteria, slowestMs, lost: found.lost, acknowledged: load.acknowledged.size }
  } finally {
    await arena.stop()
  }
}

async function inspect(arena: Arena, load: Load, { log }: ProofOptions) {
  const lost = await countLost(arena.api, load)
  const undelivered = await countUndelivered(arena, load)
  log(`${load.acknowledged.size} tasks acknowledged, ${lost} lost, ${undelivered} not delivered`)
  const criteria = [
    none('acknowledged writes lost', lost),
    none('acknowledged tasks never delivered', undelivered),
    none('processes that ended', countEnded(arena)),
  ]
  return { lost, criteria }
}

async function meet(
  fault: Fault,
  arena: Arena,
  load: Load,
  options: ProofOptions,
): Promise<Result> {
  const limit = limitMs(options)
  fault.begin(arena)
  // Long enough for every request in flight to be given up.
  if (fault.end) await sleep(timeoutMs(options) + 2_000)
  const reachableAt = performance.now()
  fault.end?.(arena)
  await sleep(limit + STEADY_MS)
  const judgedAt = performance.now()
  const lines = kinds.map((kind) => judgeKind(kind, load.outcomes, reachableAt, judgedAt))
  const workerMs = findFirstDelivery(arena, load, reachableAt, judgedAt) - reachableAt
  const slowest = Math.max(workerMs, ...lines.map(({ recoveredMs }) => recoveredMs))
  options.log(
    `${fault.name}: ${lines.map(({ kind, recoveredMs }) => `${kind} ${seconds(recoveredMs)}`).join(', ')}, worker ${seconds(workerMs)}`,
  )
  return {
    recoveredMs: slowest,
    criteria: [
      ...lines.flatMap(({ kind, recoveredMs, served }) => [
        atMost(`recovery of ${kind}`, Math.round(recoveredMs), limit, 'ms'),
        atLeast(`${kind} responses afterwards`, served, 1),
      ]),
      atMost('recovery of the worker', Math.round(workerMs), limit, 'ms'),
    ],
  }
}

/** Recovered when the last one that failed or hung was over. */
function judgeKind(
  kind: Kind,
  outcomes: readonly Outcome[],
  reachableAt: number,
  judgedAt: number,
) {
  const since = outcomes.filter((one) => one.kind === kind && one.endedAt > reachableAt)
  const failures = since.filter(({ status }) => status < 200 || status >= 300)
  const lastFailure = Math.max(reachableAt, ...failures.map(({ endedAt }) => endedAt))
  const served = since.filter(
    ({ startedAt, status }) => status < 300 && status >= 200 && startedAt >= lastFailure,
  ).length
  const recoveredMs = (served === 0 ? judgedAt : lastFailure) - reachableAt
  return { kind, recoveredMs, served }
}

function findFirstDelivery(
  { delivered }: Arena,
  { acknowledged }: Load,
  reachableAt: number,
  judgedAt: number,
): number {
  const times = [...acknowledged]
    .filter(([, { at }]) => at > reachableAt + IN_FLIGHT_MS)
    .flatMap(([id]) => delivered.get(id) ?? [])
  return Math.min(judgedAt, ...times)
}

async function countUndelivered({ delivered }: Arena, { acknowledged }: Load): Promise<number> {
  const missing = () => [...acknowledged.keys()].filter((id) => !delivered.has(id)).length
  for (const end = performance.now() + DELIVERED_WITHIN_MS; performance.now() < end; ) {
    if (missing() === 0) break
    await sleep(100)
  }
  return missing()
}

function countEnded({ api, worker }: Arena): number {
  return [api, worker].filter(
    ({ process: { exitCode, signalCode } }) => exitCode !== null || signalCode !== null,
  ).length
}
