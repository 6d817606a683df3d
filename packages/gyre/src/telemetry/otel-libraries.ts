/** The packages of OpenTelemetry: loaded when telemetry is on, and not before. */
import { loadPackages } from '@gyre/core'

/** What makes spans and metrics. */
export type OtelSdk = Awaited<ReturnType<typeof importedSdk>>

/** What makes them and sends them to a collector. */
export type OtelLibraries = Awaited<ReturnType<typeof imported>>

const sdkPackages = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/resources',
]

const exporterPackages = ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/exporter-metrics-otlp-http']

/** All of them. */
export const otelPackages: readonly string[] = [...sdkPackages, ...exporterPackages]

/** Fails with `package-missing`, which says what to install. */
export function loadOtelSdk(): Promise<OtelSdk> {
  return loadPackages('Telemetry', sdkPackages, importedSdk)
}

/** Fails with `package-missing`, which says what to install. */
export function loadOtel(): Promise<OtelLibraries> {
  return loadPackages('Telemetry', otelPackages, imported)
}

async function importedSdk() {
  const [api, trace, metrics, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
  ])
  return { api, trace, metrics, resources }
}

async function imported() {
  const [sdk, traceExport, metricExport] = await Promise.all([
    importedSdk(),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  return { ...sdk, traceExport, metricExport }
}
