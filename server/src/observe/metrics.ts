// What is counted and timed, through OpenTelemetry; read by Prometheus on a port of its own when one is set.
import { metrics, type ObservableResult } from '@opentelemetry/api'

export type RequestOutcome = {
  method: string
  route: string
  status: number
  durationMs: number
  tenant?: string | undefined
}

/** Asked for anew each time: a meter handed out before the port opens stays mute for ever. */
function meter() {
  return metrics.getMeter('task-service')
}

function createInstruments() {
  return {
    /** No tenant here: a histogram for each of ten thousand tenants would outgrow the service. */
    duration: meter().createHistogram('http.server.request.duration', {
      unit: 's',
      description: 'Time to answer',
      advice: {
        explicitBucketBoundaries: [
          0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
        ],
      },
    }),
    requests: meter().createCounter('task_service.requests', {
      description: 'Requests by tenant and class of status',
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

/** Gauges ask when they are read. */
export function observeGauge(name: string, description: string, read: () => number): void {
  meter()
    .createObservableGauge(name, { description })
    .addCallback((result: ObservableResult) => result.observe(read()))
}

/** As many values as there are things to tell apart at the moment; none is a value too. */
export function observeLabeledGauge(
  name: string,
  description: string,
  read: () => readonly { value: number; labels: Record<string, string> }[],
): void {
  meter()
    .createObservableGauge(name, { description })
    .addCallback((result: ObservableResult) => {
      for (const { value, labels } of read()) result.observe(value, labels)
    })
}

/** Counts that somebody keeps anyway; asked when they are read. */
export function observeCount(name: string, description: string, read: () => number): void {
  meter()
    .createObservableCounter(name, { description })
    .addCallback((result: ObservableResult) => result.observe(read()))
}
