/** A place for tests: a store in memory, a model and tools the test gives. */

import { setImmediate } from 'node:timers/promises'
import { type DeliveryTarget, defineTool, type Loop, type Model, type Store, type Tool } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { z } from 'zod'
import { invoke } from '../src/cli/invoke.ts'
import type { Place } from '../src/cli/place.ts'
import { open } from '../src/open.ts'
import type { FakeHost } from './fake-host.ts'
import { fakeTools } from './fake-tools.ts'

/** A tool a person has to allow. */
export const pay = defineTool({
  name: 'pay',
  description: 'Pays',
  input: z.object({ amount: z.number() }),
  approval: 'always',
  run: ({ amount }) => `Paid ${amount}.`,
})

export type FakePlaceOptions = {
  readonly model: Model
  readonly loops?: readonly Loop[]
  /** `pay` when left out. */
  readonly tools?: readonly Tool[]
  /** Finds the model that commands ask for; `model` when left out. */
  readonly findModel?: () => Promise<Model>
  /** Where results can go. */
  readonly deliveries?: readonly DeliveryTarget[]
  /** Stays open; one of its own when left out. */
  readonly store?: Store
}

/** A process over a store: types a command line there, and gives back the exit code. */
export function processOver(options: FakePlaceOptions) {
  const { model, loops = [], tools = [pay], findModel = async () => model, store = memoryStore() } = options
  const { deliveries = [] } = options
  const openPlace = async (): Promise<Place> => {
    const runtime = open({ store, models: [model], model: findModel, tools, loops, deliveries })
    return {
      folder: '',
      runtime,
      model: findModel,
      ...fakeTools(tools, store, { model }),
      defaultLoop: 'react',
      close: (options) => runtime.close({ ...options, keepStore: true }),
    }
  }
  return {
    store,
    gyre: (host: FakeHost, ...args: string[]) => invoke(args, host, { open: openPlace }),
  }
}

/** A model that answers when it is let, so that a test can do something meanwhile. */
export function heldModel(model: Model): Model & { readonly called: Promise<void>; letGo(): void } {
  const called = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  return {
    ...model,
    called: called.promise,
    letGo: () => held.resolve(),
    async *stream(request, call) {
      called.resolve()
      await held.promise
      yield* model.stream(request, call)
    },
  }
}

/** Waits until the session in the store has taken note of an intervention. */
export async function noticed(store: Store): Promise<void> {
  for (;;) {
    const [row] = await store.sessions.list({ limit: 1 })
    const facts = row ? await store.journal.read(row.id, 1) : []
    if (facts.some(({ type }) => type === 'intervention.queued' || type === 'intervention.applied')) return
    await setImmediate()
  }
}
