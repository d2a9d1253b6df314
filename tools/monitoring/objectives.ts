// The service level objectives, from which recording rules, burn rate alerts and dashboards are generated.

export type Objective = {
  /** The value of the label `slo`; the runbook has the same name. */
  readonly slo: string
  readonly alert: string
  /** As a noun phrase: `creates without a server error`. */
  readonly title: string
  /** Share of good events. */
  readonly target: number
  /** In seconds, where the objective is about time: a boundary of the histogram's buckets. */
  readonly within: number | null
  /** What failed, for the summary of the alert. */
  readonly symptom: string
  /** Selectors of counters. */
  readonly total: string
  /** Of good events of an objective about time, of bad events of one about availability. */
  readonly part: (within: string) => string
}

const REQUESTS = 'http_server_request_duration'
const DELAY = 'task_service_delivery_delay_seconds'

const create = 'http_route="tasks.create"'
const list = 'http_route="tasks.list"'
/** How long a failed request took says nothing about latency. */
const answered = 'http_response_status_code!~"5.."'
const failed = 'http_response_status_code=~"5.."'

export const objectives: readonly Objective[] = [
  {
    slo: 'create-errors',
    alert: 'TaskServiceCreateErrors',
    title: 'creates without a server error',
    target: 0.999,
    within: null,
    symptom: 'Creating tasks fails',
    total: `${REQUESTS}_count{${create}}`,
    part: () => `${REQUESTS}_count{${create},${failed}}`,
  },
  {
    slo: 'create-latency',
    alert: 'TaskServiceCreateLatency',
    title: 'creates within 250 ms',
    target: 0.99,
    within: 0.25,
    symptom: 'Creating tasks is slow',
    total: `${REQUESTS}_count{${create},${answered}}`,
    part: (within) => `${REQUESTS}_bucket{${create},${answered},le=~"${within}"}`,
  },
  {
    slo: 'list-errors',
    alert: 'TaskServiceListErrors',
    title: 'lists without a server error',
    target: 0.999,
    within: null,
    symptom: 'Listing tasks fails',
    total: `${REQUESTS}_count{${list}}`,
    part: () => `${REQUESTS}_count{${list},${failed}}`,
  },
  {
    slo: 'list-latency',
    alert: 'TaskServiceListLatency',
    title: 'lists within 500 ms',
    target: 0.99,
    within: 0.5,
    symptom: 'Listing tasks is slow',
    total: `${REQUESTS}_count{${list},${answered}}`,
    part: (within) => `${REQUESTS}_bucket{${list},${answered},le=~"${within}"}`,
  },
  {
    slo: 'delivery-delay',
    alert: 'TaskServiceDeliveryDelay',
    title: 'first delivery attempts within 10 s of the event',
    target: 0.99,
    within: 10,
    symptom: 'Webhooks are sent late',
    total: `${DELAY}_count`,
    part: (within) => `${DELAY}_bucket{le=~"${within}"}`,
  },
]

/** Multi-window, multi-burn-rate alerts of the SRE workbook: both windows must burn the budget this many times too fast. */
export const burns = [
  { severity: 'page', factor: 14.4, long: '1h', short: '5m' },
  { severity: 'page', factor: 6, long: '6h', short: '30m' },
  { severity: 'ticket', factor: 3, long: '1d', short: '2h' },
  { severity: 'ticket', factor: 1, long: '3d', short: '6h' },
] as const

/** Bad events in the long window below which no alert fires: a single failed request at night must not page. */
export const MIN_BAD = 10

export const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const
export type Window = (typeof windows)[number]
