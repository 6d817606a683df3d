/** The packages of OpenTelemetry: loaded when telemetry is on, and not before. */
import { GyreError } from '@gyre/core'

export type OtelLibraries = Awaited<ReturnType<typeof imported>>

const packages = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
]

/** Fails with `package-missing`, which says what to install. */
export async function loadOtel(load: () => Promise<OtelLibraries> = imported): Promise<OtelLibraries> {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error) ? missingPackages(error) : error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
}

function missingPackages(cause: unknown): GyreError {
  return new GyreError('package-missing', `Telemetry needs packages: npm install ${packages.join(' ')}`, { cause })
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
