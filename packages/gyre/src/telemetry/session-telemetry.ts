/** Telemetry of the sessions of a program of one's own, to wherever it sends its other spans. */
import { manifest } from '../manifest.ts'
import type { Outlets } from './otel-export.ts'
import { following, type Telemetry, traced } from './telemetry.ts'

/** Where spans and metrics go: processors and readers of yours. */
export type SessionTelemetryOptions = Partial<Outlets> & {
  /** Whether what was said is told, too: prompts, replies, what tools were given and gave. Off when left out. */
  readonly content?: boolean
}

/**
 * Spans and metrics of every session that a runtime runs: `open({ onRun: telemetry.onRun })`. Ids come from the
 * session, so it makes tracers of its own and only hands them to your processors and readers, which are yours to shut
 * down. Fails with `package-missing`.
 */
export async function sessionTelemetry(options: SessionTelemetryOptions): Promise<Telemetry> {
  const { spanProcessors = [], metricReaders = [], content = false } = options
  const [{ otelExport }, { loadOtelSdk }] = await Promise.all([
    import('./otel-export.ts'),
    import('./otel-libraries.ts'),
  ])
  const exporting = otelExport(await loadOtelSdk(), { spanProcessors, metricReaders }, manifest().version)
  return following([traced(exporting, content)], () => exporting.flush())
}
