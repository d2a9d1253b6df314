// Synthetic series: an installation without trouble, and what changes with the cause of each alert.
import { alertNames } from '../../tools/monitoring/rules.ts'
import type { RuleTest } from '../harness/monitoring/promtool.ts'

const MINUTES = 180
const EVALUATED = '170m'

export type Series = Readonly<Record<string, string>>

export type RuleCase = {
  name: string
  /** Replaces series of the healthy installation; null removes one. */
  changed: Readonly<Record<string, string | null>>
  /** Alerts that fire, with their severities. */
  fires: Readonly<Record<string, readonly ('page' | 'ticket')[]>>
}

const constant = (value: number) => `${value}+0x${MINUTES}`
const perMinute = (value: number) => `0+${value}x${MINUTES}`
/** From the middle on: before, the counter exists and does not move. */
const laterPerMinute = (value: number) => `0x119 ${value}+${value}x60`

const REQUESTS = 'http_server_request_duration'
const created = '{http_route="tasks.create",http_response_status_code="201"}'
const createdFast = '{http_route="tasks.create",http_response_status_code="201",le="0.25"}'
const notCreated = '{http_route="tasks.create",http_response_status_code="503"}'
const listed = '{http_route="tasks.list",http_response_status_code="200"}'
const listedFast = '{http_route="tasks.list",http_response_status_code="200",le="0.5"}'
const notListed = '{http_route="tasks.list",http_response_status_code="503"}'
const DELAY = 'task_service_delivery_delay_seconds'
const slot = '{slot="standby",active="true"}'

const healthy: Series = {
  [`${REQUESTS}_count${created}`]: perMinute(120),
  [`${REQUESTS}_bucket${createdFast}`]: perMinute(120),
  [`${REQUESTS}_count${notCreated}`]: constant(0),
  [`${REQUESTS}_count${listed}`]: perMinute(120),
  [`${REQUESTS}_bucket${listedFast}`]: perMinute(120),
  [`${REQUESTS}_count${notListed}`]: constant(0),
  [`${DELAY}_count`]: perMinute(60),
  [`${DELAY}_bucket{le="10"}`]: perMinute(60),
  task_service_requests_in_flight: constant(3),
  task_service_requests_rejected_total: constant(0),
  task_service_dispatch_lag_seconds: constant(0.2),
  task_service_feed_lag_seconds: constant(0.2),
  task_service_delivery_queue_age_seconds: constant(0),
  task_service_db_unconfirmed_commits: constant(0),
  [`task_service_replication_slot_retained_bytes${slot}`]: constant(1e8),
  // The clock of the tests starts at 0.
  task_service_maintenance_last_success_timestamp_seconds: perMinute(60),
}

const both = ['page', 'ticket'] as const

export const ruleCases: readonly RuleCase[] = [
  { name: 'nothing is wrong', changed: {}, fires: {} },
  {
    name: 'a single request at night fails',
    changed: {
      [`${REQUESTS}_count${created}`]: perMinute(1),
      [`${REQUESTS}_bucket${createdFast}`]: perMinute(1),
      [`${REQUESTS}_count${notCreated}`]: '0x167 1x12',
    },
    fires: {},
  },
  {
    name: 'a spike of errors that is over does not page',
    changed: { [`${REQUESTS}_count${notCreated}`]: '0x119 0+60x10 600x60' },
    fires: { TaskServiceCreateErrors: ['ticket'] },
  },
  {
    name: 'a fifth of creates fails',
    changed: { [`${REQUESTS}_count${notCreated}`]: laterPerMinute(30) },
    fires: { TaskServiceCreateErrors: both },
  },
  {
    name: 'creates fail at twice the rate of the budget',
    changed: {
      [`${REQUESTS}_count${created}`]: perMinute(12_000),
      [`${REQUESTS}_bucket${createdFast}`]: perMinute(12_000),
      [`${REQUESTS}_count${notCreated}`]: perMinute(24),
    },
    fires: { TaskServiceCreateErrors: ['ticket'] },
  },
  {
    name: 'half of creates are slow',
    changed: { [`${REQUESTS}_bucket${createdFast}`]: perMinute(60) },
    fires: { TaskServiceCreateLatency: both },
  },
  {
    name: 'a fifth of lists fails',
    changed: { [`${REQUESTS}_count${notListed}`]: laterPerMinute(30) },
    fires: { TaskServiceListErrors: both },
  },
  {
    name: 'half of lists are slow',
    changed: { [`${REQUESTS}_bucket${listedFast}`]: perMinute(60) },
    fires: { TaskServiceListLatency: both },
  },
  {
    name: 'half of deliveries start late; the boundary as Prometheus 3 stores it',
    changed: { [`${DELAY}_bucket{le="10"}`]: null, [`${DELAY}_bucket{le="10.0"}`]: perMinute(30) },
    fires: { TaskServiceDeliveryDelay: both },
  },
  {
    name: 'no API process',
    changed: { task_service_requests_in_flight: '3x100 stale' },
    fires: { TaskServiceDown: ['page'] },
  },
  {
    name: 'no worker',
    changed: {
      task_service_dispatch_lag_seconds: '0x100 stale',
      task_service_feed_lag_seconds: '0x100 stale',
      task_service_delivery_queue_age_seconds: '0x100 stale',
      task_service_maintenance_last_success_timestamp_seconds: '0+60x100 stale',
    },
    fires: { TaskServiceNoWorker: ['page'] },
  },
  gaugeCase('TaskServiceDispatchLag', 'task_service_dispatch_lag_seconds', 31),
  gaugeCase('TaskServiceFeedLag', 'task_service_feed_lag_seconds', 61),
  gaugeCase('TaskServiceDeliveryQueueAge', 'task_service_delivery_queue_age_seconds', 61),
  gaugeCase('TaskServiceWritesUnconfirmed', 'task_service_db_unconfirmed_commits', 1),
  gaugeCase(
    'TaskServiceReplicationSlotRetainsWal',
    `task_service_replication_slot_retained_bytes${slot}`,
    11 * 1024 ** 3,
  ),
  {
    name: 'a tenth of requests is rejected',
    changed: { task_service_requests_rejected_total: perMinute(27) },
    fires: { TaskServiceOverload: ['page'] },
  },
  {
    name: 'maintenance has stopped',
    changed: {
      task_service_maintenance_last_success_timestamp_seconds: `0+60x100 6000x${MINUTES}`,
    },
    fires: { TaskServiceMaintenanceStalled: ['ticket'] },
  },
]

function gaugeCase(alert: string, series: string, value: number): RuleCase {
  const changed = { [series]: `0x119 ${value}x60` }
  return { name: `${series} is ${value}`, changed, fires: { [alert]: ['page'] } }
}

/** Alerts that no case causes. */
export function listUncaused(): string[] {
  const caused = new Set(ruleCases.flatMap(({ fires }) => Object.keys(fires)))
  return alertNames.filter((alert) => !caused.has(alert))
}

export function toRuleTest({ name, changed, fires }: RuleCase): RuleTest {
  const series = Object.entries({ ...healthy, ...changed })
  return {
    name,
    interval: '1m',
    input_series: series.flatMap(([key, values]) =>
      values === null ? [] : [{ series: key, values }],
    ),
    promql_expr_test: [
      {
        expr: 'group by (alertname, severity) (ALERTS{alertstate="firing"})',
        eval_time: EVALUATED,
        exp_samples: Object.entries(fires).flatMap(([alertname, severities]) =>
          severities.map((severity) => ({
            labels: `{alertname="${alertname}", severity="${severity}"}`,
            value: 1,
          })),
        ),
      },
    ],
  }
}
