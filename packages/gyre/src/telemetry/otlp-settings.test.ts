import { describe, expect, it } from 'vitest'
import { otlpSettings } from './otlp-settings.ts'

describe('where telemetry goes', () => {
  it.each([
    ['nowhere when nothing is set', {}, undefined],
    ['nowhere when a variable is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
    [
      'below the address for all',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://here:4318/' },
      { traces: 'http://here:4318/v1/traces', metrics: 'http://here:4318/v1/metrics' },
    ],
    [
      'to the address of a signal as it is',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://here/spans' },
      { traces: 'http://here/spans', metrics: undefined },
    ],
    [
      'not where a signal is switched off',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://here:4318', OTEL_METRICS_EXPORTER: 'none' },
      { traces: 'http://here:4318/v1/traces', metrics: undefined },
    ],
    [
      'nowhere when all is switched off',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://here:4318', OTEL_SDK_DISABLED: 'true' },
      undefined,
    ],
  ])('is %s', (_, env, expected) => {
    expect(otlpSettings(env)).toEqual(expected)
  })
})
