/** Who looks on while sessions run: metrics and traces. They see events and touch nothing. */
import type { RunNews, Runtime } from '@gyre/core'
import type { Environment } from '../config/environment.ts'
import { manifest } from '../manifest.ts'
import type { RunWatcher } from '../telemetry/run-follower.ts'
import { type Telemetry, telemetryOf } from '../telemetry/telemetry.ts'

export type Observers = {
  onRun(run: RunNews): void
  /**
   * From now on this runtime is the one that is observed; nothing is begun before that needs to be closed. Fails with
   * `package-missing` when telemetry is wanted and a package is not there.
   */
  watch(runtime: Runtime): Promise<void>
  /** Close the runtime first. */
  close(): Promise<void>
}

/** `watchers` are told of the same runs, such as the metrics of a server. */
export function observersOf(env: Environment, watchers: readonly RunWatcher[] = []): Observers {
  const watched = Promise.withResolvers<Runtime>()
  let telemetry: Telemetry | undefined
  return {
    onRun: (run) => void watched.promise.then((runtime) => telemetry?.onRun(run, runtime)),
    watch: async (runtime) => {
      telemetry = await telemetryOf(env, { version: manifest().version, watchers })
      watched.resolve(runtime)
    },
    close: async () => telemetry?.close(),
  }
}
