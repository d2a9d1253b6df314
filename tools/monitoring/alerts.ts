// Alerts on conditions that an objective cannot see or names too late, each with its cause in its name.

export type Severity = 'page' | 'ticket'

export type CauseAlert = {
  readonly alert: string
  readonly severity: Severity
  /** Compared with the expression; null where its existence is enough. */
  readonly threshold: number | null
  /** How long the condition must last, in seconds. */
  readonly forSeconds: number
  /** The threshold and a range of five minutes are filled in. */
  readonly expr: (threshold: number, range: string) => string
  readonly summary: string
  /** With the value if there is one, as Prometheus templates print it. */
  readonly description: string
}

const seconds = '{{ $value | humanizeDuration }}'
const GIB = 1024 ** 3

export const causeAlerts: readonly CauseAlert[] = [
  {
    alert: 'TaskServiceDown',
    severity: 'page',
    threshold: null,
    forSeconds: 60,
    expr: () => 'absent(task_service_requests_in_flight)',
    summary: 'No API process responds',
    description: 'Prometheus gets no metrics of any API process.',
  },
  {
    alert: 'TaskServiceNoWorker',
    severity: 'page',
    threshold: null,
    forSeconds: 120,
    expr: () => 'absent(task_service_dispatch_lag_seconds)',
    summary: 'No worker runs',
    description:
      'Prometheus gets no metrics of any worker. Webhooks, syncs, schedules and retention are stopped.',
  },
  {
    alert: 'TaskServiceDispatchLag',
    severity: 'page',
    threshold: 30,
    forSeconds: 120,
    expr: (threshold) => `max(task_service_dispatch_lag_seconds) > ${threshold}`,
    summary: 'Events are not dispatched',
    description: `The oldest event that is not dispatched to webhooks and integrations is ${seconds} old.`,
  },
  {
    alert: 'TaskServiceFeedLag',
    severity: 'page',
    threshold: 60,
    forSeconds: 120,
    expr: (threshold) => `max(task_service_feed_lag_seconds) > ${threshold}`,
    summary: 'The event feed is delayed',
    description: `The oldest event that the feed does not return yet is ${seconds} old. An open transaction delays it.`,
  },
  {
    alert: 'TaskServiceDeliveryQueueAge',
    severity: 'page',
    threshold: 60,
    forSeconds: 120,
    expr: (threshold) => `max(task_service_delivery_queue_age_seconds) > ${threshold}`,
    summary: 'Deliveries wait for a worker',
    description: `The oldest due delivery job has waited ${seconds} for a worker.`,
  },
  {
    alert: 'TaskServiceWritesUnconfirmed',
    severity: 'page',
    threshold: 0,
    forSeconds: 60,
    expr: (threshold) => `sum(task_service_db_unconfirmed_commits) > ${threshold}`,
    summary: 'PostgreSQL does not confirm writes',
    description: '{{ $value }} commits wait for PostgreSQL. Writes get 503; reads continue.',
  },
  {
    alert: 'TaskServiceReplicationSlotRetainsWal',
    severity: 'page',
    threshold: 10 * GIB,
    forSeconds: 300,
    expr: (threshold) =>
      `max by (slot) (task_service_replication_slot_retained_bytes) > ${threshold}`,
    summary: 'A replication slot fills the disk of PostgreSQL',
    description: 'Slot {{ $labels.slot }} retains {{ $value | humanize1024 }}B of WAL.',
  },
  {
    alert: 'TaskServiceOverload',
    severity: 'page',
    threshold: 0.05,
    forSeconds: 300,
    expr: (threshold, range) =>
      `sum(rate(task_service_requests_rejected_total[${range}])) / (sum(rate(task_service_requests_rejected_total[${range}])) + sum(rate(http_server_request_duration_count[${range}]))) > ${threshold}`,
    summary: 'Requests are rejected because of overload',
    description: '{{ $value | humanizePercentage }} of requests are rejected with 503.',
  },
  {
    alert: 'TaskServiceMaintenanceStalled',
    severity: 'ticket',
    threshold: 3600,
    forSeconds: 300,
    expr: (threshold) =>
      `time() - max(task_service_maintenance_last_success_timestamp_seconds) > ${threshold}`,
    summary: 'Maintenance does not complete',
    description: `The last complete maintenance round ended ${seconds} ago.`,
  },
]

/** What is not sent while its cause is: alerts that follow from another one, and the ticket beside the page. */
export const inhibitions: readonly { cause: string; symptoms: readonly string[] }[] = [
  {
    cause: 'TaskServiceDown',
    symptoms: [
      'TaskServiceCreateErrors',
      'TaskServiceCreateLatency',
      'TaskServiceListErrors',
      'TaskServiceListLatency',
      'TaskServiceOverload',
    ],
  },
  { cause: 'TaskServiceNoWorker', symptoms: ['TaskServiceDeliveryDelay'] },
  {
    cause: 'TaskServiceDispatchLag',
    symptoms: ['TaskServiceDeliveryDelay'],
  },
  { cause: 'TaskServiceDeliveryQueueAge', symptoms: ['TaskServiceDeliveryDelay'] },
  {
    cause: 'TaskServiceWritesUnconfirmed',
    symptoms: ['TaskServiceCreateErrors', 'TaskServiceCreateLatency'],
  },
]
