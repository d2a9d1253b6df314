// Verifies live moves: tenants change between cells with PostgreSQL 15 and 18 while clients create tasks and webhooks are sent; some
// moves are killed and resumed or undone. Nothing is lost, nothing is there twice, and writes pause for a moment.
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { ensureHAProxy } from '../../tests/harness/network/haproxy.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'
import { atLeast, atMost, type Criterion, none, prefixed } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Arena, type CellName, openArena } from './arena.ts'
import { type Judgment, judge } from './judge.ts'
import { fill, type Load, percentile, startLoad, type Target } from './load.ts'
import { type Moves, runMoves } from './run-moves.ts'

const PAUSE_P50_MS = 1_500
const PAUSE_MAX_MS = 3_000
const NEIGHBOR_P99_RATIO = 1.5
const EVENT_DELAY_MS = 2_000
const NEIGHBORS_PER_SECOND = 20
const CALM_MS = 10_000
/** Their figures are compared with those of the calm before; below this, a ratio is noise. */
const NEIGHBOR_P99_FLOOR_MS = 50

type Size = { tenants: number; tasks: number; perSecond: number; moves: number; kills: number }

const CI: Size = { tenants: 1, tasks: 2_000, perSecond: 40, moves: 2, kills: 1 }
const CONTROL = { moves: 1, kills: 0 }
const FULL: Size = { tenants: 2, tasks: 100_000, perSecond: 50, moves: 10, kills: 2 }

export const proof: Proof = {
  tier: 'release',
  tierReason: 'moves take seconds and pauses are measured, so it must run alone',
  budgetSeconds: 150,
  report: 'tenant-moves',
  exclusive: true,
  fullSizeForRelease: true,
  covers: ['server/src/db/move', 'server/src/fleet'],
  claim:
    'tenants with 100,000 tasks and 100 creates/s move between cells with PostgreSQL 15 and 18, with moves that are killed and resumed or undone: no task, number or delivery is lost or there twice, and writes pause for at most 3 s',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    ensureHAProxy()
    const arena = await openArena(options.seed)
    try {
      return await runMove(arena, options)
    } finally {
      await arena.stop()
    }
  },
}

type Mover = Target & { load: Load }

async function runMove(arena: Arena, options: ProofOptions): Promise<Verdict> {
  const size = { ...(options.full ? FULL : CI), ...(options.control && CONTROL) }
  const { log } = options
  const random = seededRandom(options.seed, 'move')
  const targets: Target[] = []
  for (let each = 1; each <= size.tenants; each++) {
    targets.push(await createFilled(arena, `mover-${each}`, size.tasks))
  }
  const neighbors = [
    await createFilled(arena, 'neighbor-old', 0, 'old'),
    await createFilled(arena, 'neighbor-new', 0, 'new'),
  ]
  log(`${size.tenants} tenants with ${size.tasks} tasks`)
  // The control: nothing keeps writes out while the target takes over.
  if (options.control) await removeFences(arena)
  const movers: Mover[] = targets.map((target) => ({
    ...target,
    load: startLoad(target, size.perSecond),
  }))
  const others = neighbors.map((target) => startLoad(target, NEIGHBORS_PER_SECOND))
  await new Promise((resume) => setTimeout(resume, CALM_MS))
  const movedFrom = performance.now()
  const results = await Promise.all(
    movers.map((mover) => {
      const plan = { moves: size.moves, kills: size.kills, random }
      return runMoves(arena, mover, plan, log)
    }),
  )
  const movedTo = performance.now()
  await Promise.all([...movers.map(({ load }) => load), ...others].map((load) => load.stop()))
  const criteria: Criterion[] = []
  const figures: string[] = []
  for (const [place, mover] of movers.entries()) {
    const result = results[place]
    if (!result) continue
    const { admin } = arena.cells[result.cell]
    const judgment = await judge({ admin, ...mover, receiver: arena.receiver })
    log(
      `${mover.slug}: ${[...mover.load.responses].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    )
    criteria.push(...prefixed(mover.slug, judgeMover(result.moves, judgment, size)))
    figures.push(describe(mover, result.moves, judgment))
  }
  for (const [place, load] of others.entries()) {
    const judged = await judgeNeighbor(arena, neighbors[place]?.slug ?? '', load, {
      from: movedFrom,
      to: movedTo,
    })
    figures.push(judged.figures)
    criteria.push(...judged.criteria)
  }
  return { figures: figures.join('; '), criteria }
}

async function judgeNeighbor(
  arena: Arena,
  name: string,
  { acknowledged }: Load,
  moved: { from: number; to: number },
): Promise<Verdict> {
  const before = acknowledged.filter(({ at }) => at < moved.from).map(({ ms }) => ms)
  const during = acknowledged
    .filter(({ at }) => at >= moved.from && at < moved.to)
    .map(({ ms }) => ms)
  const calm = percentile(before, 0.99)
  const busy = percentile(during, 0.99)
  const { dwell } = await arena.receiver.arrivals(name)
  const delay = Math.max(0, ...dwell)
  const ratio = busy / Math.max(NEIGHBOR_P99_FLOOR_MS, calm)
  return {
    figures: `${name}: p99 ${Math.round(calm)} → ${Math.round(busy)} ms, events after at most ${Math.round(delay)} ms`,
    criteria: [
      atMost(`${name}: p99 during moves, relative`, ratio, NEIGHBOR_P99_RATIO),
      atMost(`${name}: delay of events`, delay, EVENT_DELAY_MS, 'ms'),
    ],
  }
}

async function createFilled(
  arena: Arena,
  slug: string,
  tasks: number,
  cell: CellName = 'old',
): Promise<Target> {
  const apiKey = await arena.createTenant(cell, slug)
  const target = { port: arena.proxy.port, slug, apiKey }
  await fill(target, tasks)
  const owner = { url: `http://127.0.0.1:${target.port}`, apiKey, host: `${slug}.${HOST_SUFFIX}` }
  const url = arena.receiver.url('good', slug)
  await createWebhook(owner, { url, event_types: ['task.created'] })
  return target
}

/** The lock stays, so that the tenant has a last event; the row that follows it keeps no one out. */
const WITHOUT_FENCE = `
  create or replace function admit_write(tenant uuid) returns void language plpgsql as $$
  begin
    if not exists (select from public.tenant_fences f where f.tenant_id = tenant)
      and not pg_try_advisory_xact_lock_shared(7264095, uuid_hash(tenant))
    then
      raise exception 'the tenant is being moved' using errcode = 'TS001', detail = tenant::text;
    end if;
  end $$`

async function removeFences({ cells }: Arena): Promise<void> {
  for (const { admin } of Object.values(cells)) {
    await admin.query(WITHOUT_FENCE)
  }
}

function judgeMover(moves: Moves, judgment: Judgment, size: Size): Criterion[] {
  return [
    none('tasks lost', judgment.lostTasks),
    none('tasks doubled', judgment.doubledTasks),
    none('task numbers doubled', judgment.doubledNumbers),
    none('events lost', judgment.lostEvents),
    none('deliveries lost', judgment.lostDeliveries),
    none('deliveries doubled', judgment.doubledDeliveries),
    none('moves with different rows', moves.unequal),
    atLeast('finished moves', moves.finished, size.moves),
    atMost('pause of writes, p50', percentile(moves.pausesMs, 0.5), PAUSE_P50_MS, 'ms'),
    atMost('longest pause of writes', Math.max(...moves.pausesMs), PAUSE_MAX_MS, 'ms'),
  ]
}

function describe({ slug, load }: Mover, moves: Moves, judgment: Judgment): string {
  const pauses = moves.pausesMs
  return [
    `${slug}: ${moves.finished} moves, ${moves.killed} killed, ${moves.undone} undone`,
    `${load.acknowledged.length} acknowledged, ${judgment.lostTasks} lost, ${judgment.doubledTasks} doubled`,
    `${judgment.delivered} delivered, ${judgment.lostDeliveries} lost, ${judgment.doubledDeliveries} doubled`,
    `pause p50 ${Math.round(percentile(pauses, 0.5))} ms, longest ${Math.round(Math.max(...pauses))} ms`,
  ].join(', ')
}
