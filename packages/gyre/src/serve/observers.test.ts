import { loops, Runtime } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { Metrics, sessionMetrics } from '@gyre/server'
import { memoryStore } from '@gyre/stores/memory'
import { expect, it, vi } from 'vitest'
import { telemetryOf } from '../telemetry/telemetry.ts'
import { observersOf } from './observers.ts'

vi.mock('../telemetry/telemetry.ts', { spy: true })

it('begin nothing that would have to be closed before there is something to observe', async () => {
  const observers = observersOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect(telemetryOf).not.toHaveBeenCalled()
  await observers.close()
})

it('count sessions, also those that ran before it was said what they are observed in', async () => {
  const metrics = new Metrics()
  const observers = observersOf({}, [sessionMetrics(metrics)])
  const runtime = new Runtime({
    store: memoryStore(),
    model: modelOf(() => says('Yes.')),
    loops,
    onRun: (run) => observers.onRun(run),
  })
  await (await runtime.start('direct', 'Early.')).outcome
  await observers.watch(runtime)
  await (await runtime.start('direct', 'Late.')).outcome
  await expect.poll(() => metrics.text()).toMatch(/^gyre_sessions_ended_total\{.*\} 2$/m)
  await runtime.close()
  await observers.close()
})
