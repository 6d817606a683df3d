/** The packages of OpenTelemetry: loaded when telemetry is on, and not before. */
import { loadPackages } from '@gyre/core'

export type OtelLibraries = Awaited<ReturnType<typeof imported>>

export const otelPackages = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
]

/** Fails with `package-missing`, which says what to install. */
export function loadOtel(): Promise<OtelLibraries> {
  return loadPackages('Telemetry', otelPackages, imported)
}

async function imported() {
  const [api, trace, metrics, resources, traceExport, metricExport] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  return { api, trace, metrics, resources, traceExport, metricExport }
}
