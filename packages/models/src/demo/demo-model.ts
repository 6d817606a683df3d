/**
 * The demo model: rules, no network, no key.
 *
 * A way to see every loop work on a fresh machine, never a fake of a real model. It sees only the
 * request: the task, the tools offered, the markers of the protocol. Outside what it can do it says so.
 */
import type { Model } from '@gyre/core'
import { engineFacts } from './engine-facts.ts'

/** The offline model `demo/rules`: rules, no network, no key. What it cannot do, it says. */
export const demoModel: Model = {
  ...engineFacts,
  id: 'demo/rules',
  // Its rules are a sixth of what starting a program would read, and few programs ask it.
  async *stream(request, call) {
    const { rulesModel } = await import('./rules-model.ts')
    yield* rulesModel.stream(request, call)
  },
}
