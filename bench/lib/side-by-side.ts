// Service and engine in turns, in short rounds: what disturbs the machine disturbs both, and each ratio compares
// adjacent rounds.
import { type Measurement, median, medianOf } from '../../tests/harness/measure/measurement.ts'
import { measureUndisturbed } from '../../tests/harness/measure/undisturbed.ts'
import { atLeast, atMost, type Criterion, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Verdict } from '../../tools/programs/proof.ts'

export type Sides = {
  service: (seconds: number) => Promise<Measurement>
  engine: (seconds: number) => Promise<Measurement>
}

export type Cell = {
  name: string
  service: Measurement
  engine: Measurement
  /** Service to engine, requests per second; median of the rounds, and their range. */
  ratio: number
  ratioRange: [number, number]
  p99Ratio: number
  goal?: Goal
  /** What the service is compared with, if not with pgbench. */
  reference?: string
}

/** Least ratio of the rates, and largest ratio of the 99th percentiles. */
export type Goal = { ratio: number; p99Ratio?: number }

export type Rounds = { count: number; seconds: number; warmUpSeconds: number }

export async function compareSides(
  name: string,
  sides: Sides,
  rounds: Rounds,
  log: (line: string) => void,
): Promise<Cell> {
  await sides.service(rounds.warmUpSeconds)
  await sides.engine(1)
  const service: Measurement[] = []
  const engine: Measurement[] = []
  for (let round = 0; round < rounds.count; round++) {
    // The order alternates too: a slow drift must not favor the one that always comes first.
    const order = round % 2 === 0 ? SIDES : SIDES.toReversed()
    const measured = await measureUndisturbed(() => measureRound(sides, order, rounds), { log })
    service.push(measured.service)
    engine.push(measured.engine)
  }
  const ratios = service.map((one, index) => one.perSecond / (engine[index]?.perSecond ?? 0))
  const cell: Cell = {
    name,
    service: medianOf(service),
    engine: medianOf(engine),
    ratio: median(ratios),
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    p99Ratio: median(service.map((one, index) => one.p99Ms / (engine[index]?.p99Ms ?? 0))),
  }
  log(describeCell(cell))
  return cell
}

type Side = keyof Sides
const SIDES: readonly Side[] = ['service', 'engine']

async function measureRound(sides: Sides, order: readonly Side[], { seconds }: Rounds) {
  const measured = new Map<Side, Measurement>()
  for (const side of order) measured.set(side, await sides[side](seconds))
  return Object.fromEntries(measured) as Record<Side, Measurement> // both were measured
}

function describeSide(one: Measurement): string {
  return `${Math.round(one.perSecond)}/s p50 ${one.p50Ms.toFixed(1)} p99 ${one.p99Ms.toFixed(1)} ms`
}

function describeCell({ name, service, engine, ratio, ratioRange }: Cell): string {
  const range = ratioRange.map((value) => value.toFixed(2)).join('–')
  return `${name}: service ${describeSide(service)} | pgbench ${describeSide(engine)} | ratio ${ratio.toFixed(2)} (${range}), errors ${service.errors + engine.errors}`
}

/**
 * Short rounds on a busy machine say little: at the small size half of a goal is enough to notice what broke, the goals
 * themselves are for the full size.
 */
function demand({ goal }: Cell, full: boolean): Required<Goal> {
  const slack = full ? 1 : 2
  return {
    ratio: (goal?.ratio ?? 0) / slack,
    p99Ratio: (goal?.p99Ratio ?? Number.POSITIVE_INFINITY) * slack,
  }
}

/** With the limits that are demanded at this size, and values that are not rounded onto them. */
function judgeCell(cell: Cell, full: boolean): { summary: string; criteria: Criterion[] } {
  const { name, goal } = cell
  const limits = demand(cell, full)
  const ratio = atLeast(`${name} ratio`, cell.ratio, limits.ratio)
  const hasP99Goal = goal?.p99Ratio !== undefined
  const p99 = hasP99Goal
    ? atMost(`${name} p99 ratio`, cell.p99Ratio, limits.p99Ratio)
    : isTrue(`${name} p99 ratio measured`, !Number.isNaN(cell.p99Ratio))
  const p99Summary = hasP99Goal ? `, p99 ${p99.value} × (≤ ${limits.p99Ratio})` : ''
  const goals = goal ? ` (≥ ${limits.ratio})${p99Summary}` : ''
  return {
    summary: `${name} ${ratio.value} × ${cell.reference ?? 'pgbench'}${goals}`,
    criteria: [
      isTrue(`${name} ratio measured`, cell.ratio > 0 && Number.isFinite(cell.ratio)),
      ratio,
      p99,
    ],
  }
}

export function summarize(cells: readonly Cell[], { full }: { full: boolean }): Verdict {
  const errors = cells.reduce((sum, cell) => sum + cell.service.errors + cell.engine.errors, 0)
  const judged = cells.map((cell) => judgeCell(cell, full))
  return {
    figures: `${judged.map(({ summary }) => summary).join('; ')}; ${errors} errors`,
    criteria: [none('errors', errors), ...judged.flatMap(({ criteria }) => criteria)],
  }
}
