// What the run must show.
import { percentile } from '../../tests/harness/measure/measurement.ts'
import type { Stored } from '../../tests/harness/outage/stored-writes.ts'
import type { LoadReport } from '../../tests/harness/outage/write-load.ts'
import { atLeast, atMost, none } from '../../tools/programs/criteria.ts'
import type { Verdict } from '../../tools/programs/proof.ts'
import type { Kind } from './faults.ts'
import type { ProbeReport } from './node-probe.ts'

const LONGEST_503_MS = 5_000
const MEDIAN_SECONDS = 25
const LONGEST_SECONDS = 45
const SWITCHOVER_SECONDS = 10

export type Outage = {
  kind: Kind
  primary: number
  next: number
  /** Longest time without an acknowledged write. */
  seconds: number
  slowest503Ms: number
  isConnectorBack: boolean
}

export type FailoverRun = {
  outages: Outage[]
  load: LoadReport
  probe: ProbeReport
  stored: Stored
  /** Acknowledged tasks without a webhook. */
  undelivered: number
  /** Tasks whose event was delivered under more than one ID. */
  renamed: number
  deliveries: number
  /** Processes of the service that exited. */
  ended: number
}

export function judge(run: FailoverRun): Verdict {
  const { outages, load, probe, stored, undelivered, renamed, deliveries, ended } = run
  const seconds = outages.map((one) => one.seconds).toSorted((a, b) => a - b)
  const median = percentile(seconds, 0.5)
  const longest = seconds.at(-1) ?? 0
  const switchovers = outages.filter(({ kind }) => kind === 'switchover')
  const slowestSwitchover = Math.max(0, ...switchovers.map((one) => one.seconds))
  const figures = [
    `${outages.length} faults`,
    `${load.acknowledged.length} creates acknowledged in ${load.attempts} attempts, ${stored.lost} lost, ${stored.duplicates} doubled`,
    `${probe.acknowledged} writes acknowledged by machines directly, ${probe.lost} lost, ${probe.splitBrain} by an old primary`,
    `outage median ${median.toFixed(1)} s, longest ${longest.toFixed(1)} s, switchover at most ${slowestSwitchover.toFixed(1)} s`,
    `${load.unavailable} responses 503, slowest of the service ${load.slowest503Ms} ms`,
    `${load.reads} lists`,
    `${deliveries} deliveries, ${undelivered} tasks without one`,
    ...load.faults.slice(0, 3),
  ]
  return {
    figures: figures.join(', '),
    criteria: [
      atLeast('acknowledged creates', load.acknowledged.length, outages.length * 100),
      none('acknowledged writes lost', stored.lost + probe.lost),
      none('tasks created twice', stored.duplicates),
      none('writes acknowledged by an old primary', probe.splitBrain),
      none('responses other than 2xx and 503 with Retry-After', load.faults.length),
      atMost('slowest 503 of the service', load.slowest503Ms, LONGEST_503_MS, 'ms'),
      atMost('median outage', median, MEDIAN_SECONDS, 's'),
      atMost('longest outage', longest, LONGEST_SECONDS, 's'),
      atMost('longest switchover', slowestSwitchover, SWITCHOVER_SECONDS, 's'),
      none('acknowledged tasks without a webhook', undelivered),
      none('events delivered under several IDs', renamed),
      none(
        'faults after which the connector did not return',
        outages.filter(({ isConnectorBack }) => !isConnectorBack).length,
      ),
      none('processes of the service that exited', ended),
    ],
  }
}
