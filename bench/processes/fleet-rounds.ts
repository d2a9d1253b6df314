// Fleets of different sizes in turns, in short rounds: what disturbs the machine disturbs all, and each ratio compares
// adjacent rounds.
import { type Measurement, median, medianOf } from '../../tests/harness/measure/measurement.ts'
import type { Rounds } from '../lib/side-by-side.ts'
import type { Load } from '../lib/wrk.ts'
import type { Fleet } from './service-fleet.ts'

export type Way = 'direct' | 'pgbouncer'
export type FleetEntry = { way: Way; processes: number; fleet: Fleet }
type Requests = Record<'create' | 'list', Load['request']>

/** Medians of the rounds, and of the ratios to the first fleet in the same round. */
export type FleetFigures = {
  way: Way
  processes: number
  create: Measurement
  list: Measurement
  createRatio: number
  listRatio: number
  peak: Fleet['peak']
}

export async function rotateFleets(
  entries: readonly FleetEntry[],
  requests: Requests,
  rounds: Rounds,
  log: (line: string) => void,
): Promise<FleetFigures[]> {
  const create = await rotate(entries, requests.create, rounds)
  const list = await rotate(entries, requests.list, rounds)
  return entries.map(({ way, processes, fleet: { peak } }, index) => {
    const figures: FleetFigures = {
      way,
      processes,
      create: medianOf(create[index] ?? []),
      list: medianOf(list[index] ?? []),
      createRatio: ratioToFirst(create, index),
      listRatio: ratioToFirst(list, index),
      peak,
    }
    log(
      `${processes} × ${way}: create ${describe(figures.create)}, list ${describe(figures.list)}, ${peak.together} connections`,
    )
    return figures
  })
}

async function rotate(
  entries: readonly FleetEntry[],
  request: Load['request'],
  rounds: Rounds,
): Promise<Measurement[][]> {
  const measured: Measurement[][] = entries.map(() => [])
  // Each process warms up separately, and of a larger fleet each gets less of the load.
  for (const { fleet, processes } of entries) {
    await fleet.load(request, rounds.warmUpSeconds * processes)
  }
  for (let round = 0; round < rounds.count; round++) {
    // The order alternates too: a slow drift must not favour those that always come first.
    const turns = [...entries.entries()]
    for (const [index, { fleet }] of round % 2 === 0 ? turns : turns.toReversed()) {
      measured[index]?.push(await fleet.load(request, rounds.seconds))
    }
  }
  return measured
}

function ratioToFirst(measured: readonly Measurement[][], index: number): number {
  const rates = measured[index]?.map((one) => one.perSecond) ?? []
  return median(rates.map((rate, round) => rate / (measured[0]?.[round]?.perSecond ?? 0)))
}

function describe({ perSecond, p99Ms, errors }: Measurement): string {
  return `${Math.round(perSecond)}/s p99 ${p99Ms.toFixed(1)} ms${errors > 0 ? ` ${errors} errors` : ''}`
}
