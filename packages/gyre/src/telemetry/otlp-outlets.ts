/** A collector that is reached over OTLP, as a place to send to. */
import { type Outlets, patienceMs } from './otel-export.ts'
import type { OtelLibraries } from './otel-libraries.ts'
import type { OtlpSettings } from './otlp-settings.ts'

export function otlpOutlets(libraries: OtelLibraries, settings: OtlpSettings): Outlets {
  const { trace, metrics, traceExport, metricExport } = libraries
  const patience = { exportTimeoutMillis: patienceMs }
  const to = (url: string) => ({ url, timeoutMillis: patienceMs })
  return {
    spanProcessors: settings.traces
      ? [
          new trace.BatchSpanProcessor({
            exporter: new traceExport.OTLPTraceExporter(to(settings.traces)),
            ...patience,
          }),
        ]
      : [],
    metricReaders: settings.metrics
      ? [
          new metrics.PeriodicExportingMetricReader({
            exporter: new metricExport.OTLPMetricExporter(to(settings.metrics)),
            ...patience,
          }),
        ]
      : [],
  }
}
