// What the run must show.
import type { Stored } from '../../tests/harness/outage/stored-writes.ts'
import type { LoadReport } from '../../tests/harness/outage/write-load.ts'
import {
  atLeast,
  atMost,
  type Criterion,
  isTrue,
  none,
  prefixed,
} from '../../tools/programs/criteria.ts'
import type { Verdict } from '../../tools/programs/proof.ts'
import type { Kind } from './inflict.ts'

const RECOVERY_SECONDS = 30
const LONGEST_503_MS = 5_000
const LONGEST_RESPONSE_MS = 15_000

export type Outage = {
  kind: Kind
  tookEffect: boolean
  /** From the end of the fault until creates and lists are answered without 503 again. */
  apiSeconds: number
  /** From the end until a task that was created after it is delivered. */
  workerSeconds: number
  reads: number
  /** Undefined where reads cannot continue. */
  failedReads: number | undefined
  responses503: number
  slowest503Ms: number
  contradictions: readonly string[]
}

export type FaultsRun = {
  outages: readonly Outage[]
  load: LoadReport
  stored: Stored
  undelivered: number
  renamed: number
  deliveries: number
  /** Processes that ended by themselves. */
  ended: number
}

export function judge(run: FaultsRun): Verdict {
  const { outages, load, stored, undelivered, renamed, deliveries, ended } = run
  const slowest = (of: (outage: Outage) => number) => Math.max(0, ...outages.map(of))
  const contradictions = outages.flatMap((outage) => outage.contradictions)
  const figures = [
    `${outages.length} faults`,
    `${load.acknowledged.length} creates acknowledged in ${load.attempts} attempts, ${stored.lost} lost, ${stored.duplicates} doubled`,
    `${load.unavailable} responses 503, slowest ${load.slowest503Ms} ms, slowest response ${load.slowestMs} ms`,
    `${load.reads} lists`,
    `slowest recovery: API ${slowest((one) => one.apiSeconds).toFixed(1)} s, worker ${slowest((one) => one.workerSeconds).toFixed(1)} s`,
    `${deliveries} deliveries, ${undelivered} tasks without one`,
    ...load.faults.slice(0, 3),
    ...contradictions.slice(0, 3),
  ]
  return {
    figures: figures.join(', '),
    criteria: [
      atLeast('acknowledged creates', load.acknowledged.length, outages.length * 100),
      none('acknowledged writes lost', stored.lost),
      none('tasks created twice', stored.duplicates),
      none('responses other than 2xx and 503 with Retry-After', load.faults.length),
      atMost('slowest 503', load.slowest503Ms, LONGEST_503_MS, 'ms'),
      atMost('slowest response', load.slowestMs, LONGEST_RESPONSE_MS, 'ms'),
      none('contradictions while the clock was wrong', contradictions.length),
      none('acknowledged tasks without a webhook', undelivered),
      none('events delivered under several IDs', renamed),
      none('processes that ended by themselves', ended),
      ...outages.flatMap((outage) => prefixed(outage.kind, judgeOutage(outage))),
    ],
  }
}

function judgeOutage(outage: Outage): Criterion[] {
  return [
    isTrue('took effect', outage.tookEffect),
    atMost('recovery of the API', outage.apiSeconds, RECOVERY_SECONDS, 's'),
    atMost('recovery of the worker', outage.workerSeconds, RECOVERY_SECONDS, 's'),
    ...(outage.failedReads === undefined
      ? []
      : [atLeast('reads', outage.reads, 1), none('reads without a result', outage.failedReads)]),
  ]
}

/** A control that showed only one kind of damage would leave the other checks unproven. */
export function judgeControl(run: FaultsRun): Verdict {
  const seen = [run.stored.lost, run.load.faults.length].filter((count) => count > 0).length
  const { figures } = judge(run)
  return {
    figures,
    criteria: [atMost('kinds of damage found (lost writes, other statuses)', seen, 1)],
  }
}
