/** Telemetry of sessions: spans and metrics for a collector, and whoever else wants to know what happens. */
import { isFact, type RunNews, type Runtime } from '@gyre/core'
import { contentOf, wantsContent } from './content.ts'
import type { Export } from './otel-export.ts'
import { type OtlpSettings, otlpSettings } from './otlp-settings.ts'
import { RunFollower, type RunWatcher } from './run-follower.ts'
import { SessionTracer } from './session-tracer.ts'

/** Follows the sessions of a runtime and tells of them in spans and metrics. */
export type Telemetry = {
  /** For `onRun` of a runtime. */
  readonly onRun: (run: RunNews, runtime: Runtime) => void
  /** Sends what is left, within a few seconds. Close the runtime first. Never fails. */
  close(): Promise<void>
}

export type TelemetryOptions = {
  readonly version: string
  /** Told of the same runs, such as the metrics of a server. */
  readonly watchers?: readonly RunWatcher[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Undefined when nobody wants to know anything: then nothing is followed, and no package of OpenTelemetry is loaded.
 * Fails with `package-missing` when telemetry is wanted and a package is not there.
 */
export async function telemetryOf(env: Environment, options: TelemetryOptions): Promise<Telemetry | undefined> {
  const { version, watchers = [] } = options
  const settings = otlpSettings(env)
  const exporting = settings && (await exportTo(settings, version))
  if (!exporting && watchers.length === 0) return undefined
  const tracing = exporting ? [traced(exporting, wantsContent(env))] : []
  return following([...tracing, ...watchers], () => exporting?.close())
}

async function exportTo(settings: OtlpSettings, version: string): Promise<Export> {
  const { loadOtel } = await import('./otel-libraries.ts')
  const libraries = await loadOtel()
  const [{ otelExport }, { otlpOutlets }] = await Promise.all([import('./otel-export.ts'), import('./otlp-outlets.ts')])
  return otelExport(libraries, otlpOutlets(libraries, settings), version)
}

/** Follows sessions, and tells of them until it is closed; `end` comes after all of them were told. */
export function following(watchers: readonly RunWatcher[], end: () => Promise<void> | undefined): Telemetry {
  const follower = new RunFollower(watchers)
  return {
    onRun: (run, runtime) => follower.follow(run, runtime),
    close: async () => {
      await follower.close()
      await end()
    },
  }
}

/** Sends the spans of what happens in a run; those of earlier runs were sent by whoever ran it then. */
export function traced(exporting: Export, withContent: boolean): RunWatcher {
  return ({ session }, runtime) => {
    const tracer = new SessionTracer(session)
    return {
      async apply(event, isNews) {
        const isWanted = withContent && isNews && isFact(event)
        const content = isWanted ? await contentOf(event, (id, path) => runtime.prompt(id, path)) : {}
        const spans = tracer.apply(event, content)
        if (isNews) for (const span of spans) exporting.send(span)
      },
    }
  }
}
