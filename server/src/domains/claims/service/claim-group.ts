// Claims in groups: claimers that arrive together are served by one transaction, even those of different tenants. Each task
// goes to one of them, because its queue entry is locked, removed and replaced by a run in that transaction.
import type { Actor, Run } from '@task-service/contract'
import type { Sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { actorText } from '#lib/actor.ts'
import { constraintOf } from '#lib/database-failure.ts'
import { createIsolatingGroup } from '#lib/fair/isolating-group.ts'
import { encodeId } from '#lib/ids.ts'
import { clockOr } from '#lib/time/clock.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { observeClaim, observeGauge } from '#observe/metrics.ts'
import { assignTasks, type Lane } from '../assign.ts'
import { digestLeaseToken, generateLeaseToken } from '../lease-token.ts'
import { createLowerBounds, type LowerBounds } from '../lower-bounds.ts'
import { printRun } from '../run-document.ts'
import {
  type AgentState,
  type FoundCandidate,
  findAgents,
  findCandidates,
} from '../store/candidates.ts'
import { repairEntries } from '../store/entries.ts'
import { type Taking, takeStatements } from '../store/taking.ts'

export type Claim = {
  tenantId: string
  agent: { id: string; name: string }
  queues: readonly string[]
  max: number
  leaseSeconds: number
  actor: Actor
  requestId: string
}

/** Why an agent gets nothing, although there may be tasks. */
export type ClaimRefusal = 'paused' | 'budget' | 'concurrency' | 'unknown'

export type TakenTask = {
  taskId: string
  doc: string
  run: Run
  runJson: string
  leaseToken: string
}
export type ClaimResult = { refusal?: ClaimRefusal; tasks: TakenTask[] }

const MAX_ITEMS = 128
const MAX_WAITING = 4_000
/** While the database writes one group, the service receives the claims of the next. */
const CONCURRENCY = 2
/** Of one group. */
const MAX_TASKS = 128
/** Of the documents of one group. */
const MAX_GROUP_BYTES = 4 * 2 ** 20
/** Tasks of one lane in one group. */
const MAX_WANTED = 500

export type ClaimGroup = { claim: (claim: Claim) => Promise<ClaimResult>; bounds: LowerBounds }

/** Reads, decides and writes in one transaction for several tenants. */
type Decide = <T>(
  tenantIds: readonly string[],
  trips: {
    reads: readonly Sql[]
    decide: (rows: unknown[][]) => { writes: readonly Sql[]; value: T }
  },
) => Promise<T>

export type ClaimGroupOptions = {
  decideTogether: Decide
  inTenant: <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
}

export function createClaimGroup(options: ClaimGroupOptions): ClaimGroup {
  const bounds = createLowerBounds()
  const group = createIsolatingGroup<Claim, ClaimResult>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    concurrency: CONCURRENCY,
    // Of a group, its tasks take time, not its claims: those who claim many at once wait for another group.
    bytes: { sizeOf: ({ max }) => max, max: MAX_TASKS },
    ownerOf: ({ tenantId }) => tenantId,
    async sendTogether(claims) {
      const plan = planClaims(claims, bounds)
      const tenantIds = [...new Set(claims.map(({ tenantId }) => tenantId))]
      const decision = await options.decideTogether(tenantIds, {
        reads: plan.reads('skip'),
        decide: (rows) => withWrites(plan.decide(rows as ReadRows)), // the rows of plan.reads
      })
      raiseBounds(bounds, plan.lanes, decision)
      return decision.results.map((result) => (result === 'busy' ? 'busy' : { result }))
    },
    sendSeparately: (tenantId, claims) => claimSeparately(options, bounds, tenantId, claims),
  })
  const claimOnce = async (claim: Claim): Promise<ClaimResult> => {
    const together = await group.submit(claim)
    if (together) return together
    // Another claim of its group failed: alone, only the one at fault does.
    const claimAlone = () => claimSeparately(options, bounds, claim.tenantId, [claim])
    const [alone] = await claimAlone().catch(async (error: unknown) => {
      if (!STALE_ENTRY.has(constraintOf(error))) throw error
      await repairLanes(options, claim)
      return claimAlone()
    })
    return alone ?? { tasks: [] }
  }
  observeGauge('task_service.claim.waiting', 'Claims waiting for a group', group.waiting)
  return {
    bounds,
    async claim(claim) {
      const first = await claimOnce(claim)
      const isEmpty = first.tasks.length === 0 && first.refusal === undefined
      const result = isEmpty && forgetBounds(bounds, claim) ? await claimOnce(claim) : first
      for (const { run } of result.tasks) observeClaim(run.waited_seconds * 1_000)
      return result
    },
  }
}

/** What an entry violates whose task has a run already, or had more of them than it says. */
const STALE_ENTRY: ReadonlySet<string> = new Set(['runs_live', 'runs_task'])

async function repairLanes({ inTenant }: ClaimGroupOptions, claim: Claim): Promise<void> {
  await inTenant(claim.tenantId, async (tx) => {
    for (const lane of lanesOf(claim)) await repairEntries(tx, lane)
  })
}

/** For claims of one tenant, which may wait for its locks. */
async function claimSeparately(
  { inTenant }: ClaimGroupOptions,
  bounds: LowerBounds,
  tenantId: string,
  claims: readonly Claim[],
): Promise<ClaimResult[]> {
  const plan = planClaims(claims, bounds)
  const decision = await inTenant(tenantId, async (tx) => {
    const rows = await Promise.all(plan.reads('wait').map((read) => tx.rows(read)))
    const decided = plan.decide(rows as ReadRows) // the rows of plan.reads
    await Promise.all(withWrites(decided).writes.map((write) => tx.rows(write)))
    return decided
  })
  raiseBounds(bounds, plan.lanes, decision)
  // Nothing is locked by others here, so an agent that was not found does not exist.
  return decision.results.map((result) =>
    result === 'busy' ? { refusal: 'unknown', tasks: [] } : result,
  )
}

type ReadRows = [AgentState[], FoundCandidate[]]

type Decision = {
  results: (ClaimResult | 'busy')[]
  takings: Taking[]
  stale: { lane: Lane; turn: number; taskId: string }[]
  /** The last turn that was read, by lane. */
  lastTurns: Map<number, number>
}

const isCurrent = ({ status }: FoundCandidate) => status === 'ready'

const laneName = ({ tenantId, queue, delegate }: Lane) => `${tenantId} ${queue} ${delegate}`

const lanesOf = ({ tenantId, agent, queues }: Claim): Lane[] =>
  queues.flatMap((queue) => ['', agent.name].map((delegate) => ({ tenantId, queue, delegate })))

/** A task with an earlier turn may have been queued in the meantime, for instance an urgent one. */
function forgetBounds(bounds: LowerBounds, claim: Claim): boolean {
  const forgotten = lanesOf(claim).filter((lane) => bounds.forget(laneName(lane)))
  return forgotten.length > 0
}

function planClaims(claims: readonly Claim[], bounds: LowerBounds) {
  const lanes: (Lane & { wanted: number })[] = []
  const places = new Map<string, number>()
  const placeOf = (lane: Lane, wanted: number) => {
    const name = laneName(lane)
    const place = places.get(name) ?? lanes.push({ ...lane, wanted: 0 }) - 1
    places.set(name, place)
    const found = lanes[place] as Lane & { wanted: number } // just found or added
    found.wanted = Math.min(MAX_WANTED, found.wanted + wanted)
    return place
  }
  const seekers = claims.map((claim) => ({
    max: claim.max,
    lanes: lanesOf(claim).map((lane) => placeOf(lane, claim.max)),
  }))
  const agents = new Map(
    claims.map(({ tenantId, agent }) => [agent.id, { tenantId, id: agent.id }]),
  )
  return {
    lanes,
    reads: (ifLocked: 'skip' | 'wait'): Sql[] => [
      findAgents([...agents.values()], ifLocked),
      findCandidates(
        lanes.map((lane) => ({ ...lane, after: bounds.get(laneName(lane)) })),
        MAX_GROUP_BYTES,
      ),
    ],
    decide: ([states, candidates]: ReadRows): Decision => {
      const byAgent = new Map(states.map((state) => [state.id, state]))
      const usable = candidates.filter(
        (candidate) => candidate.doc !== null && isCurrent(candidate),
      )
      const allowed = allowEach(claims, byAgent)
      const assigned = assignTasks(
        seekers.map((seeker, place) => ({ ...seeker, max: allowed[place]?.max ?? 0 })),
        usable,
      )
      const takings: Taking[] = []
      const results = claims.map((claim, place): ClaimResult | 'busy' => {
        const { refusal, isBusy } = allowed[place] ?? {}
        if (isBusy) return 'busy'
        const now = byAgent.get(claim.agent.id)?.now ?? new Date()
        const tasks = (assigned[place] ?? []).map((candidate) => {
          const lane = lanes[candidate.lane] as Lane // a candidate is of one of the lanes
          const { taking, task } = take(claim, lane, candidate, now)
          takings.push(taking)
          return task
        })
        return { ...(refusal && { refusal }), tasks }
      })
      const stale = candidates
        .filter((candidate) => !isCurrent(candidate))
        .map(({ lane, turn, taskId }) => ({ lane: lanes[lane] as Lane, turn, taskId })) // as above
      return { results, takings, stale, lastTurns: lastTaken(usable, assigned) }
    },
  }
}

type Allowed = { max: number; refusal?: ClaimRefusal; isBusy?: boolean }

/** Claims of one agent share its room. */
export function allowEach(
  claims: readonly Claim[],
  agents: ReadonlyMap<string, AgentState>,
): Allowed[] {
  const room = new Map(
    [...agents].map(([id, state]) => [id, state.room ?? Number.POSITIVE_INFINITY]),
  )
  return claims.map(({ agent, max }) => {
    const state = agents.get(agent.id)
    // Locked by another claim, or deleted: only a separate transaction can tell.
    if (!state) return { max: 0, isBusy: true }
    if (state.isPaused) return { max: 0, refusal: 'paused' }
    if (state.isOverBudget) return { max: 0, refusal: 'budget' }
    const left = room.get(agent.id) ?? 0
    if (left <= 0) return { max: 0, refusal: 'concurrency' }
    const allowed = Math.min(max, left)
    room.set(agent.id, left - allowed)
    return { max: allowed }
  })
}

export function take(claim: Claim, lane: Lane, candidate: FoundCandidate, now: Date) {
  const runId = uuidv7()
  const leaseToken = generateLeaseToken()
  const attempt = candidate.attempts + 1
  const leaseUntil = new Date(now.getTime() + claim.leaseSeconds * 1_000)
  const run: Run = {
    id: encodeId('run', runId),
    task_id: encodeId('task', candidate.taskId),
    agent: claim.agent.name,
    queue: lane.queue,
    attempt,
    state: 'working',
    end_reason: null,
    lease_expires_at: leaseUntil.toISOString(),
    cancel_requested: false,
    progress: null,
    plan: null,
    error: null,
    handoff: null,
    approval_id: null,
    usage: { seconds: 0, calls: 0, effects: 0, declared_tokens: 0, declared_cost: 0 },
    created_at: now.toISOString(),
    waited_seconds: candidate.waitedMs / 1_000,
    heartbeat_at: now.toISOString(),
    ended_at: null,
  }
  const runJson = printRun(run)
  const taking: Taking = {
    lane,
    turn: candidate.turn,
    taskId: candidate.taskId,
    agent: claim.agent.name,
    waitedMs: candidate.waitedMs,
    runId,
    attempt,
    failures: candidate.failures,
    tokenDigest: digestLeaseToken(leaseToken),
    leaseSeconds: claim.leaseSeconds,
    leaseUntil,
    now,
    recordedAt: clockOr(now),
    eventId: uuidv7(),
    auditId: uuidv7(),
    actor: actorText(claim.actor),
    requestId: claim.requestId,
    run: runJson,
  }
  const task: TakenTask = {
    taskId: candidate.taskId,
    doc: candidate.doc ?? '',
    run,
    runJson,
    leaseToken,
  }
  return { taking, task }
}

function withWrites(decision: Decision) {
  const { takings, stale } = decision
  const isNothing = takings.length === 0 && stale.length === 0
  return { writes: isNothing ? [] : takeStatements(takings, stale), value: decision }
}

/** Everything up to the last task taken from a lane was taken, unless a task before it was left over. */
function lastTaken(
  usable: readonly FoundCandidate[],
  assigned: readonly FoundCandidate[][],
): Map<number, number> {
  const taken = new Set(assigned.flat())
  const turns = new Map<number, number>()
  const open = new Set<number>()
  for (const candidate of usable) {
    if (!taken.has(candidate)) open.add(candidate.lane)
    else if (!open.has(candidate.lane)) turns.set(candidate.lane, candidate.turn)
  }
  return turns
}

function raiseBounds(
  bounds: LowerBounds,
  lanes: readonly Lane[],
  { lastTurns }: Pick<Decision, 'lastTurns'>,
): void {
  for (const [place, turn] of lastTurns) {
    const lane = lanes[place]
    if (lane) bounds.raise(laneName(lane), turn)
  }
}
