import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { open } from '../open.ts'
import { sessionTelemetry } from './session-telemetry.ts'

const search = defineTool({
  name: 'search',
  description: 'Finds things.',
  input: z.object({}),
  effect: 'pure',
  run: () => 'a spiral',
})

/** What was sent, of one session of `react`. */
async function sent(options: { readonly content?: boolean } = {}) {
  const exporter = new InMemorySpanExporter()
  const telemetry = await sessionTelemetry({ spanProcessors: [new SimpleSpanProcessor({ exporter })], ...options })
  const runtime = open({ onRun: telemetry.onRun })
  const model = scriptedModel(calls('search'), says('A widening spiral.'))
  const session = await runtime.start('react', 'What is a gyre?', { model, tools: [search] })
  await session.outcome
  await runtime.close()
  await telemetry.close()
  return exporter.getFinishedSpans()
}

describe('the telemetry of a program of your own', () => {
  it('hands the spans of a session to its processors', async () => {
    const spans = await sent()
    expect(spans.map(({ name }) => name)).toEqual([
      'chat scripted',
      'execute_tool search',
      'chat scripted',
      'invoke_agent react',
    ])
    const root = spans.at(-1)?.spanContext().spanId
    expect(spans.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([root, root, root, undefined])
  })

  it('tells nothing of what was said, unless that is wanted', async () => {
    const said = async (content: boolean) =>
      JSON.stringify((await sent({ content })).map(({ attributes }) => attributes)).includes('widening')
    expect(await said(false)).toBe(false)
    expect(await said(true)).toBe(true)
  })

  it('measures sessions for its readers', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const reader = new PeriodicExportingMetricReader({ exporter })
    const telemetry = await sessionTelemetry({ metricReaders: [reader] })
    const runtime = open({ onRun: telemetry.onRun, model: modelOf(() => says('Yes.')) })
    await (await runtime.start('direct', 'Is it?')).outcome
    await runtime.close()
    await telemetry.close()
    const names = exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics.map(({ descriptor }) => descriptor.name)),
      )
    expect(names).toContain('gen_ai.invoke_agent.duration')
    await reader.shutdown()
  })
})
