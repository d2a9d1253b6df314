// Metrics through OpenTelemetry; scraped by Prometheus on a separate port when one is set.
import { metrics, type ObservableResult } from '@opentelemetry/api'

export type RequestOutcome = {
  method: string
  route: string
  status: number
  durationMs: number
  tenant?: string | undefined
}

/** Fetched each time: a meter that was created before the provider never records anything. */
function meter() {
  return metrics.getMeter('task-service')
}

function createInstruments() {
  return {
    /** Without a tenant label: ten thousand histograms would use too much memory. */
    duration: meter().createHistogram('http.server.request.duration', {
      unit: 's',
      description: 'Duration of HTTP requests',
      advice: {
        explicitBucketBoundaries: [
          0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
        ],
      },
    }),
    requests: meter().createCounter('task_service.requests', {
      description: 'HTTP requests by tenant and status class',
    }),
    /** Without labels: the names of queues and agents are chosen by tenants, so there is no limit to them. */
    claims: meter().createHistogram('task_service.claim.latency', {
      unit: 's',
      description: 'Time from ready to claimed; its count is the number of claims',
      advice: {
        explicitBucketBoundaries: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400],
      },
    }),
    runsEnded: meter().createCounter('task_service.runs.ended', {
      description: 'Runs that ended, by state',
    }),
    deliveryDelay: meter().createHistogram('task_service.delivery.delay_seconds', {
      description: 'Time from an event to the start of the first attempt to deliver it',
      advice: {
        explicitBucketBoundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200],
      },
    }),
    deliveryAttempts: meter().createCounter('task_service.delivery.attempts', {
      description: 'Attempts to deliver an event, by result',
    }),
  }
}

let instruments: ReturnType<typeof createInstruments> | undefined

export function observeRequest(outcome: RequestOutcome): void {
  instruments ??= createInstruments()
  instruments.duration.record(outcome.durationMs / 1000, {
    'http.request.method': outcome.method,
    'http.route': outcome.route,
    'http.response.status_code': outcome.status,
  })
  instruments.requests.add(1, {
    tenant: outcome.tenant ?? 'unknown',
    status_class: `${Math.floor(outcome.status / 100)}xx`,
  })
}

export function observeClaim(waitedMs: number): void {
  instruments ??= createInstruments()
  instruments.claims.record(waitedMs / 1000)
}

/** `state` is one of the final states of a run. */
export function observeRunEnd(state: string): void {
  instruments ??= createInstruments()
  instruments.runsEnded.add(1, { state })
}

/** `delayMs` is undefined where the delay is not the service's: retries, and receivers that are failing. */
export function observeDelivery(result: string, delayMs: number | undefined): void {
  instruments ??= createInstruments()
  instruments.deliveryAttempts.add(1, { result })
  if (delayMs !== undefined) instruments.deliveryDelay.record(Math.max(0, delayMs) / 1000)
}

/** Read when the metrics are scraped. */
export function observeGauge(name: string, description: string, read: () => number): void {
  meter()
    .createObservableGauge(name, { description })
    .addCallback((result: ObservableResult) => result.observe(read()))
}

/**
 * One value per label set; there may be none. A set that is gone is 0 from then on: the SDK would repeat its last value forever.
 */
export function observeLabeledGauge(
  name: string,
  description: string,
  read: () => readonly { value: number; labels: Record<string, string> }[],
): void {
  const known = new Map<string, Record<string, string>>()
  meter()
    .createObservableGauge(name, { description })
    .addCallback((result: ObservableResult) => {
      const values = new Map(read().map((one) => [JSON.stringify(one.labels), one]))
      for (const [key, { labels }] of values) known.set(key, labels)
      for (const [key, labels] of known) result.observe(values.get(key)?.value ?? 0, labels)
    })
}

/** Counters kept elsewhere, one per label set; a set stays once it is there. */
export function observeLabeledCount(
  name: string,
  description: string,
  read: () => readonly { value: number; labels: Record<string, string> }[],
): void {
  meter()
    .createObservableCounter(name, { description })
    .addCallback((result: ObservableResult) => {
      for (const { value, labels } of read()) result.observe(value, labels)
    })
}

/** A counter kept elsewhere, read when the metrics are scraped. */
export function observeCount(name: string, description: string, read: () => number): void {
  meter()
    .createObservableCounter(name, { description })
    .addCallback((result: ObservableResult) => result.observe(read()))
}
