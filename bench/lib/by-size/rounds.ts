// Sizes in turns, in short rounds, so that a disturbance affects all of them and ratios compare adjacent rounds.
import { type Measurement, median, medianOf } from '../../../tests/harness/measure/measurement.ts'
import type { Size } from '../data-sets.ts'
import type { RequestKind } from './request-kind.ts'
import type { Probe, Side } from './side.ts'

export type Rounds = { count: number; seconds: number }

/** One request at one size. */
export type Figure = {
  size: Size
  measured: Measurement
  /** By round, for ratios. */
  rounds: Measurement[]
  /** Tasks in an answer, on average. */
  rows: number
  /** So slow that a round would see no answer: a few requests one after the other were timed instead. */
  isSlow: boolean
}

export type Row = { name: string; figures: Figure[] }

const SLOW_MS = 500

export async function measureReads(
  sides: readonly Side[],
  kind: RequestKind,
  rounds: Rounds,
): Promise<Row> {
  const probed = new Map<Side, Probe[]>()
  for (const side of sides) probed.set(side, await side.probe(kind))
  const probesOf = (side: Side) => probed.get(side) ?? []
  const quick = sides.filter((side) => median(probesOf(side).map(({ ms }) => ms)) < SLOW_MS)
  const measured = await takeTurns(quick, rounds, (side) => side.read(kind, rounds.seconds))
  const figures = sides.map((side) => {
    const probes = probesOf(side)
    const rows = probes.reduce((sum, one) => sum + one.rows, 0) / probes.length
    const taken = measured.get(side)
    const own = taken ?? [measureProbes(probes)]
    return { size: side, measured: medianOf(own), rounds: own, rows, isSlow: !taken }
  })
  return { name: kind.name, figures }
}

export async function measureCreates(sides: readonly Side[], rounds: Rounds): Promise<Row> {
  const measured = await takeTurns(sides, rounds, (side) => side.create(rounds.seconds))
  const figures = sides.map((side) => {
    const own = measured.get(side) ?? []
    return { size: side, measured: medianOf(own), rounds: own, rows: 1, isSlow: false }
  })
  return { name: 'create', figures }
}

async function takeTurns(
  sides: readonly Side[],
  { count }: Rounds,
  measure: (side: Side) => Promise<Measurement>,
): Promise<Map<Side, Measurement[]>> {
  const measured = new Map<Side, Measurement[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < count; round++) {
    // The order alternates too: a slow drift must not favour the one that always comes first.
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) measured.get(side)?.push(await measure(side))
  }
  return measured
}

function measureProbes(probes: readonly Probe[]): Measurement {
  const times = probes.map(({ ms }) => ms)
  return {
    perSecond: 1000 / median(times),
    p50Ms: median(times),
    p99Ms: Math.max(...times),
    errors: probes.filter(({ status }) => status !== 200).length,
  }
}

/** How `value` of the first is to that of the second, as the median of the rounds. */
export function ratioOf(
  first: Figure,
  second: Figure,
  value: (one: Measurement) => number,
): number {
  const ratios = first.rounds.map((one, round) => {
    const other = second.rounds[round]
    return other ? value(one) / value(other) : Number.NaN
  })
  return median(ratios)
}
