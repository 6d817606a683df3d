/** The packages of OpenTelemetry: loaded when telemetry is on, and not before. */
import { GyreError } from '@gyre/core'

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

/** Fails with `package-missing`, which says what to install. */
export function loadOtelSdk(load: () => Promise<OtelSdk> = importedSdk): Promise<OtelSdk> {
  return loaded(load, sdkPackages)
}

/** Fails with `package-missing`, which says what to install. */
export function loadOtel(load: () => Promise<OtelLibraries> = imported): Promise<OtelLibraries> {
  return loaded(load, [...sdkPackages, ...exporterPackages])
}

async function loaded<L>(load: () => Promise<L>, packages: readonly string[]): Promise<L> {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error) ? missingPackages(error, packages) : error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
}

function missingPackages(cause: unknown, packages: readonly string[]): GyreError {
  return new GyreError('package-missing', `Telemetry needs packages: npm install ${packages.join(' ')}`, { cause })
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
