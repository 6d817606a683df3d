import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPrometheus } from '../../test/support/prometheus-text.ts'
import { Metrics } from './metrics.ts'

describe('metrics', () => {
  it('are written in the text form of Prometheus', () => {
    const metrics = new Metrics()
    const calls = metrics.counter('gyre_calls_total', 'Calls.')
    calls.add({ tool: 'search', result: 'ok' })
    calls.add({ tool: 'search', result: 'ok' }, 2)
    calls.add({ tool: 'math', result: 'error' })
    metrics.gauge('gyre_streams', 'Streams.').set({}, 4)
    expect(metrics.text()).toBe(
      [
        '# HELP gyre_calls_total Calls.',
        '# TYPE gyre_calls_total counter',
        'gyre_calls_total{tool="search",result="ok"} 3',
        'gyre_calls_total{tool="math",result="error"} 1',
        '# HELP gyre_streams Streams.',
        '# TYPE gyre_streams gauge',
        'gyre_streams 4',
        '',
      ].join('\n'),
    )
  })

  it('count a value in its bucket and in all above it', () => {
    const metrics = new Metrics()
    const seconds = metrics.histogram('gyre_step_seconds', 'Steps.', [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe({ kind: 'tool' }, value)
    const samples = readPrometheus(metrics.text()).get('gyre_step_seconds')?.samples
    expect(samples?.map(({ name, labels, value }) => [name, labels['le'], value])).toEqual([
      ['gyre_step_seconds_bucket', '0.1', 2],
      ['gyre_step_seconds_bucket', '1', 3],
      ['gyre_step_seconds_bucket', '+Inf', 4],
      ['gyre_step_seconds_sum', undefined, 3.65],
      ['gyre_step_seconds_count', undefined, 4],
    ])
  })

  it('count what is beyond two hundred values of a label together', () => {
    const metrics = new Metrics()
    const calls = metrics.counter('gyre_calls_total', 'Calls.')
    for (let n = 0; n < 1000; n++) calls.add({ tool: `tool-${n}` })
    calls.add({ tool: 'tool-7' })
    const samples = readPrometheus(metrics.text()).get('gyre_calls_total')?.samples ?? []
    expect(samples).toHaveLength(201)
    expect(samples.find(({ labels }) => labels['tool'] === 'other')?.value).toBe(800)
    expect(samples.find(({ labels }) => labels['tool'] === 'tool-7')?.value).toBe(2)
  })

  it('give back any text of a label or a description as it was', () => {
    const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('\\', '"', '\n', ',', '}', '{', '='), fc.string()) })
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 5 }), anyText, (values, help) => {
        const metrics = new Metrics()
        const calls = metrics.counter('gyre_calls_total', help)
        for (const value of values) calls.add({ tool: value })
        const family = readPrometheus(metrics.text()).get('gyre_calls_total')
        expect(family?.help).toBe(help)
        expect(family?.samples.map(({ labels }) => labels['tool'])).toEqual(values)
      }),
    )
  })
})
