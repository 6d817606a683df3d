/** Who looks on while sessions run: what keys have spent, metrics, traces. They see events and touch nothing. */
import type { RunNews, Runtime, SessionEnd } from '@gyre/core'
import { countSpent, Metrics, type ServerOptions, sessionMetrics } from '@gyre/server'
import type { Environment } from '../config/environment.ts'
import { manifest } from '../manifest.ts'
import { telemetryOf } from '../telemetry/telemetry.ts'

export type Observers = {
  onRun(run: RunNews): void
  onEnd(end: SessionEnd): void
  /** From now on this runtime is the one that is observed. */
  watch(runtime: Runtime): void
  /** What the server tells of itself. */
  readonly server: Pick<ServerOptions, 'metrics'>
  /** Close the runtime first. */
  close(): Promise<void>
}

export async function observersOf(env: Environment): Promise<Observers> {
  const metrics = new Metrics()
  const telemetry = await telemetryOf(env, { version: manifest().version, watchers: [sessionMetrics(metrics)] })
  const known = Promise.withResolvers<Runtime>()
  return {
    onRun: (run) => void known.promise.then((runtime) => telemetry?.onRun(run, runtime)),
    // What is not counted now is not counted at all: a store in trouble is generous.
    onEnd: (end) => void known.promise.then((runtime) => spent(runtime, end)).catch(() => {}),
    watch: (runtime) => known.resolve(runtime),
    server: { metrics },
    close: async () => telemetry?.close(),
  }
}

async function spent({ store }: Runtime, { session, usage }: SessionEnd): Promise<void> {
  const tokens = usage.inputTokens + usage.outputTokens
  await countSpent(store.keyValue, session, { tokens, costUsd: usage.costUsd ?? 0 }, Date.now())
}
