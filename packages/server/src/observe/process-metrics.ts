/** The process of a server, as metrics. They are measured when somebody asks. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** How often the event loop is looked at. */
const resolutionMs = 20

const nanosecondsInSecond = 1e9

/** The function returned writes down how the process stands. */
export function processMetrics(metrics: Metrics, version: string): () => void {
  const info = metrics.gauge('gyre_build_info', 'Always 1; the label is the version.')
  const uptime = metrics.gauge('gyre_process_uptime_seconds', 'How long the process has run.')
  const memory = metrics.gauge('gyre_process_memory_bytes', 'Memory of the process, by what holds it.')
  const lag = metrics.gauge(
    'gyre_event_loop_lag_seconds',
    'How late the event loop was since the last look, by quantile.',
  )
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  info.set({ version }, 1)
  // What is measured are the times between looks.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / nanosecondsInSecond - resolutionMs / 1000)
  return () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    uptime.set({}, process.uptime())
    memory.set({ of: 'process' }, rss)
    memory.set({ of: 'heap' }, heapUsed)
    memory.set({ of: 'external' }, external)
    for (const quantile of [0.5, 0.99]) lag.set({ quantile: String(quantile) }, late(delay.percentile(quantile * 100)))
    lag.set({ quantile: '1' }, late(delay.max))
    delay.reset()
    // From the first look on: a server that nobody looks at need not do it.
    delay.enable()
  }
}
