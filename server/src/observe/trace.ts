// Traces through the OpenTelemetry API: nothing happens until the operator sets OTEL_EXPORTER_OTLP_ENDPOINT.
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const tracer = trace.getTracer('task-service')
const spans = new WeakMap<object, Span>()

let isExporting = false

export function startRequestSpan(request: object, method: string, headers: object): void {
  if (!isExporting) return
  const parent = propagation.extract(context.active(), headers)
  spans.set(request, tracer.startSpan(method, { kind: SpanKind.SERVER }, parent))
}

export function endRequestSpan(
  request: object,
  outcome: { method: string; route: string; status: number },
): void {
  const span = spans.get(request)
  if (!span) return
  span.updateName(`${outcome.method} ${outcome.route}`)
  span.setAttributes({
    'http.request.method': outcome.method,
    'http.route': outcome.route,
    'http.response.status_code': outcome.status,
  })
  if (outcome.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** A step inside a request, as a child of its span. */
export function traced<T>(request: object, name: string, work: () => Promise<T>): Promise<T> {
  const parent = spans.get(request)
  return parent?.isRecording() ? tracedStep(parent, name, work) : work()
}

async function tracedStep<T>(parent: Span, name: string, work: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, {}, trace.setSpan(context.active(), parent))
  try {
    return await work()
  } finally {
    span.end()
  }
}

/** Loads the exporter, a dozen packages, only if OpenTelemetry's own variables are set. */
export async function startTracing(): Promise<{ stop: () => Promise<void> }> {
  const wanted =
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  if (!wanted) return { stop: async () => {} }
  const { startTraceExport } = await import('./trace-export.ts')
  isExporting = true
  return startTraceExport()
}
