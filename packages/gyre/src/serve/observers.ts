/** Who looks on while sessions run: metrics and traces. They see events and touch nothing. */
import type { RunNews, Runtime } from '@gyre/core'
import { Metrics, type ServerOptions, sessionMetrics } from '@gyre/server'
import type { Environment } from '../config/environment.ts'
import { manifest } from '../manifest.ts'
import { type Telemetry, telemetryOf } from '../telemetry/telemetry.ts'

export type Observers = {
  onRun(run: RunNews): void
  /**
   * From now on this runtime is the one that is observed; nothing is begun before that needs to be closed. Fails with
   * `package-missing` when telemetry is wanted and a package is not there.
   */
  watch(runtime: Runtime): Promise<void>
  /** What the server tells of itself. */
  readonly server: Pick<ServerOptions, 'metrics'>
  /** Close the runtime first. */
  close(): Promise<void>
}

export function observersOf(env: Environment): Observers {
  const metrics = new Metrics()
  const watched = Promise.withResolvers<Runtime>()
  let telemetry: Telemetry | undefined
  return {
    onRun: (run) => void watched.promise.then((runtime) => telemetry?.onRun(run, runtime)),
    watch: async (runtime) => {
      telemetry = await telemetryOf(env, { version: manifest().version, watchers: [sessionMetrics(metrics)] })
      watched.resolve(runtime)
    },
    server: { metrics },
    close: async () => telemetry?.close(),
  }
}
