/** Where telemetry goes, by the variables that OpenTelemetry has for it. */
export type OtlpSettings = {
  /** Undefined when no spans are wanted. */
  readonly traces: string | undefined
  readonly metrics: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** Undefined when telemetry is off. */
export function otlpSettings(env: Environment): OtlpSettings | undefined {
  const get = (name: string) => env[name]?.trim() || undefined
  if (get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const base = get('OTEL_EXPORTER_OTLP_ENDPOINT')
  const addressOf = (signal: 'traces' | 'metrics') => {
    const name = signal.toUpperCase()
    if (get(`OTEL_${name}_EXPORTER`) === 'none') return undefined
    // One for a signal is taken as it is; one for all is where the paths of the signals begin.
    return get(`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`) ?? (base && `${base.replace(/\/+$/, '')}/v1/${signal}`)
  }
  const settings = { traces: addressOf('traces'), metrics: addressOf('metrics') }
  return settings.traces || settings.metrics ? settings : undefined
}
