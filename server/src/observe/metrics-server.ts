// Opens the Prometheus port. Loaded only when the operator sets one.
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

/** Must run before the first instrument records; the API rebinds instruments created earlier. */
export async function startMetricsServer(
  port: number,
  host: string,
): Promise<{ stop: () => Promise<void> }> {
  const exporter = new PrometheusExporter({ port, host, preventServerStart: true })
  const provider = new MeterProvider({
    readers: [exporter],
    views: [{ instrumentName: 'task_service.requests', aggregationCardinalityLimit: 50_000 }],
  })
  metrics.setGlobalMeterProvider(provider)
  await exporter.startServer()
  return { stop: () => provider.shutdown() }
}
