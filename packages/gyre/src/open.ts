import {
  GyreError,
  loops,
  Runtime,
  type RuntimeOptions,
  type Store,
  shippedPersonas,
  systemClock,
  systemIds,
} from '@gyre/core'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { learnedCapabilities, type ReadyModelOptions, readyModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'
import { toolGuard } from '@gyre/tools/guard'
import { lateMemory } from './wiring/late-memory.ts'

/** What a runtime is opened with; all of it may be left out. */
export type OpenOptions = Omit<RuntimeOptions, 'store'> & {
  /** In memory when left out. */
  readonly store?: Store
}

/**
 * A runtime over a store: start, find, resume, fork and watch sessions. Close it when done.
 *
 * Models are objects of the AI SDK, names such as `openai/gpt-5`, or models of your own. Every call of a tool goes
 * through the guard. Sessions remember in the store; texts are embedded by their words unless an embedder is given.
 * The personas that come with Gyre are there; those given and saved win over them.
 */
export function open(options: OpenOptions = {}): Runtime {
  const store = options.store ?? memoryStore()
  refuseNonStore(store)
  const { keyValue, keys } = store
  const { clock = systemClock, ids = systemIds, secrets, embedder = hashedEmbedder() } = options
  const ready: ReadyModelOptions = { keyValue, learned: learnedCapabilities(keyValue) }
  return new Runtime({
    ...options,
    store,
    loops: [...loops, ...(options.loops ?? [])],
    personas: [...(options.personas ?? []), ...shippedPersonas],
    // The packages of the providers look for their keys in the environment.
    models: options.models ?? ((name) => readyModel(name, ready)),
    adaptModel: options.adaptModel ?? ((model) => readyModel(model as LanguageModel, ready)),
    embedder,
    memory: options.memory ?? lateMemory({ store: store.memories, embedder, clock, ids }),
    toolRunner: options.toolRunner ?? toolGuard({ clock, keys, keyValue, secrets }),
  })
}

/** Not every program is typed, and a path is what people try first. */
function refuseNonStore(store: unknown): void {
  if (typeof store === 'object' && store !== null && 'sessions' in store) return
  const wanted = typeof store === 'string' ? `sqliteStore(${JSON.stringify(store)})` : 'sqliteStore(FILE)'
  throw new GyreError('config-invalid', `\`store\` is no store: give \`${wanted}\`, or leave it out for one in memory.`)
}

type LanguageModel = Exclude<Parameters<typeof readyModel>[0], string>
