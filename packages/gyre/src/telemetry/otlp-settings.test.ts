import { describe, expect, it } from 'vitest'
import { otlpSettings } from './otlp-settings.ts'

describe('where telemetry goes', () => {
  it.each([
    ['nowhere when nothing is set', {}, undefined, undefined],
    ['nowhere when a variable is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined, undefined],
    [
      'below the address for all',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://here:4318/' },
      undefined,
      { traces: 'http://here:4318/v1/traces', metrics: 'http://here:4318/v1/metrics' },
    ],
    [
      'to the address of a signal as it is',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://here/spans' },
      undefined,
      { traces: 'http://here/spans', metrics: undefined },
    ],
    [
      'to the address of the config',
      {},
      'http://config:4318',
      { traces: 'http://config:4318/v1/traces', metrics: 'http://config:4318/v1/metrics' },
    ],
    [
      'not where a signal is switched off',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://here:4318', OTEL_METRICS_EXPORTER: 'none' },
      'http://config:4318',
      { traces: 'http://here:4318/v1/traces', metrics: undefined },
    ],
    [
      'nowhere when all is switched off',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://here:4318', OTEL_SDK_DISABLED: 'true' },
      undefined,
      undefined,
    ],
  ])('is %s', (_, env, endpoint, expected) => {
    expect(otlpSettings(env, endpoint)).toEqual(expected)
  })
})
