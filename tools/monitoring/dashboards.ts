// The Grafana dashboards as tables: a title and an expression for each panel.
import { objectives } from './objectives.ts'
import { ratioOf } from './rules.ts'

export type Unit = 's' | 'bytes' | 'percentunit' | 'reqps' | 'short'
export type Panel = {
  title: string
  unit: Unit
  /** A number with its history behind it, instead of a chart. */
  isStat?: boolean
  /** Each with its legend. */
  queries: readonly (readonly [expr: string, legend: string])[]
}
export type Row = { title: string; panels: readonly Panel[] }
export type Dashboard = { uid: string; title: string; rows: readonly Row[] }

const RATE = '$__rate_interval'
const REQUESTS = 'http_server_request_duration'

const rate = (counter: string, by = '') =>
  `sum${by === '' ? '' : ` by (${by})`} (rate(${counter}[${RATE}]))`

/** Median and 99th percentile. */
function percentiles(histogram: string, selector = ''): Panel['queries'] {
  return [0.5, 0.99].map((share) => [
    `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket${selector}[${RATE}])))`,
    `p${share * 100}`,
  ])
}

const gauge = (title: string, unit: Unit, expr: string, legend = title): Panel => ({
  title,
  unit,
  queries: [[expr, legend]],
})

const overview: Dashboard = {
  uid: 'task-service-overview',
  title: 'Task Service: overview',
  rows: [
    {
      title: 'Error budget of three days that is left',
      panels: objectives.map(({ slo, title, target }) => ({
        title: `${Number((target * 100).toFixed(3))} % of ${title}`,
        unit: 'percentunit' as const,
        isStat: true,
        queries: [[`1 - ${ratioOf(slo, '3d')} / ${Number((1 - target).toFixed(6))}`, slo] as const],
      })),
    },
    {
      title: 'Objectives',
      panels: [
        {
          title: 'Share of bad events, 1 h',
          unit: 'percentunit',
          queries: objectives.map(({ slo }) => [ratioOf(slo, '1h'), slo] as const),
        },
        gauge(
          'Alerts that fire',
          'short',
          'count by (alertname) (ALERTS{alertstate="firing",alertname=~"TaskService.*"})',
          '{{alertname}}',
        ),
      ],
    },
    {
      title: 'Requests',
      panels: [
        gauge(
          'Requests by status',
          'reqps',
          rate(`${REQUESTS}_count`, 'http_response_status_code'),
          '{{http_response_status_code}}',
        ),
        {
          title: 'Latency of creates',
          unit: 's',
          queries: percentiles(REQUESTS, '{http_route="tasks.create"}'),
        },
        {
          title: 'Latency of lists',
          unit: 's',
          queries: percentiles(REQUESTS, '{http_route="tasks.list"}'),
        },
        gauge(
          'Busiest routes',
          'reqps',
          `topk(10, ${rate(`${REQUESTS}_count`, 'http_route')})`,
          '{{http_route}}',
        ),
        gauge(
          'Busiest tenants',
          'reqps',
          `topk(10, ${rate('task_service_requests_total', 'tenant')})`,
          '{{tenant}}',
        ),
      ],
    },
  ],
}

const deliveries: Dashboard = {
  uid: 'task-service-deliveries',
  title: 'Task Service: deliveries and events',
  rows: [
    {
      title: 'Deliveries',
      panels: [
        {
          title: 'Time from an event to its first attempt',
          unit: 's',
          queries: percentiles('task_service_delivery_delay_seconds'),
        },
        gauge(
          'Attempts by result',
          'reqps',
          rate('task_service_delivery_attempts_total', 'result'),
          '{{result}}',
        ),
        gauge('Age of the oldest due job', 's', 'max(task_service_delivery_queue_age_seconds)'),
        gauge('Deliveries in progress', 'short', 'sum(task_service_deliveries_in_flight)'),
      ],
    },
    {
      title: 'Events',
      panels: [
        gauge('Lag of the dispatcher', 's', 'max(task_service_dispatch_lag_seconds)'),
        gauge('Lag of the event feed', 's', 'max(task_service_feed_lag_seconds)'),
        gauge(
          'Transaction that delays the feed',
          's',
          'max by (database, user, pid, gid) (task_service_dispatch_blocked_seconds)',
          '{{database}} {{user}} {{pid}}{{gid}}',
        ),
        gauge('Open event streams', 'short', 'sum(task_service_streams_open)'),
      ],
    },
    {
      title: 'Integrations',
      panels: [
        gauge('Integrations being synced', 'short', 'sum(task_service_sync_running)'),
        gauge('Long polls of connectors', 'short', 'sum(task_service_edge_waiting)'),
        gauge('Plugin processes', 'short', 'sum(task_service_plugins_processes)'),
        gauge('Calls that wait for a plugin process', 'short', 'sum(task_service_plugins_waiting)'),
      ],
    },
  ],
}

const database: Dashboard = {
  uid: 'task-service-database',
  title: 'Task Service: database, replication and overload',
  rows: [
    {
      title: 'Database',
      panels: [
        gauge(
          'Transactions that wait for a connection',
          'short',
          'sum by (instance) (task_service_db_waiting)',
          '{{instance}}',
        ),
        gauge(
          'Commits that are not confirmed',
          'short',
          'sum by (instance) (task_service_db_unconfirmed_commits)',
          '{{instance}}',
        ),
        gauge(
          'WAL retained by replication slots',
          'bytes',
          'max by (slot) (task_service_replication_slot_retained_bytes)',
          '{{slot}}',
        ),
        gauge(
          'Replication slots without a consumer',
          'short',
          'max(task_service_replication_slots_inactive)',
        ),
        gauge(
          'Time since the last maintenance round',
          's',
          'time() - max(task_service_maintenance_last_success_timestamp_seconds)',
        ),
      ],
    },
    {
      title: 'Overload',
      panels: [
        gauge(
          'Requests in progress',
          'short',
          'sum by (instance) (task_service_requests_in_flight)',
          '{{instance}}',
        ),
        gauge(
          'Rejected requests',
          'reqps',
          rate('task_service_requests_rejected_total', 'instance'),
          '{{instance}}',
        ),
        gauge(
          'Open connections',
          'short',
          'sum by (instance) (task_service_connections_open)',
          '{{instance}}',
        ),
        gauge(
          'Rejected connections',
          'reqps',
          rate('task_service_connections_rejected_total', 'instance'),
          '{{instance}}',
        ),
      ],
    },
    {
      title: 'Memory budgets',
      panels: [
        {
          title: 'Memory of bodies, responses and files',
          unit: 'bytes',
          queries: [
            'bodies_authenticated',
            'bodies_unauthenticated',
            'responses',
            'attachments',
          ].map((name) => [`sum(task_service_${name}_held_bytes)`, name] as const),
        },
      ],
    },
  ],
}

const agents: Dashboard = {
  uid: 'task-service-agents',
  title: 'Task Service: queues and agents',
  rows: [
    {
      title: 'Claims',
      panels: [
        {
          title: 'Time from ready to claimed',
          unit: 's',
          queries: percentiles('task_service_claim_latency'),
        },
        gauge('Claims', 'reqps', rate('task_service_claim_latency_count')),
        gauge('Claims that wait for tasks', 'short', 'sum(task_service_claims_waiting)'),
        gauge('Claims that wait for a transaction', 'short', 'sum(task_service_claim_waiting)'),
      ],
    },
    {
      title: 'Runs',
      panels: [
        gauge('Runs in progress', 'short', 'max by (state) (task_service_runs_live)', '{{state}}'),
        gauge(
          'Runs that ended',
          'reqps',
          rate('task_service_runs_ended_total', 'state'),
          '{{state}}',
        ),
        gauge('Leases that expired', 'reqps', rate('task_service_leases_expired_total')),
        gauge('Tasks that were queued', 'reqps', rate('task_service_tasks_queued_total')),
        gauge('Tasks created by schedules', 'reqps', rate('task_service_schedules_created_total')),
        gauge('Schedules that failed', 'reqps', rate('task_service_schedules_failed_total')),
      ],
    },
  ],
}

export const dashboards: Readonly<Record<string, Dashboard>> = {
  overview,
  deliveries,
  database,
  agents,
}

export function expressionsOf({ rows }: Dashboard): string[] {
  return rows.flatMap(({ panels }) =>
    panels.flatMap(({ queries }) => queries.map(([expr]) => expr)),
  )
}
