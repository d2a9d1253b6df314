// Sends spans over OTLP/HTTP; endpoint, headers and the rest come from OpenTelemetry's own variables.
import { propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

export function startTraceExport(): { stop: () => Promise<void> } {
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
  const named = resourceFromAttributes({ 'service.name': 'task-service' })
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return { stop: () => provider.shutdown() }
}
