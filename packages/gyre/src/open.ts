import { type ForeignModel, loops, type Model, Runtime, type RuntimeOptions, type Store } from '@gyre/core'
import { readyModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'

export type OpenOptions = Omit<RuntimeOptions, 'store'> & {
  /** In memory when left out. */
  readonly store?: Store
}

/**
 * A runtime over a store: start, find, resume, fork and watch sessions. Close it when done.
 *
 * Models are objects of the AI SDK, names such as `openai/gpt-5`, or models of your own.
 */
export function open(options: OpenOptions = {}): Runtime {
  const store = options.store ?? memoryStore()
  return new Runtime({
    ...options,
    store,
    loops: [...loops, ...(options.loops ?? [])],
    models: options.models ?? named,
    adaptModel: options.adaptModel ?? adapted,
  })
}

/** The packages of the providers look for their keys in the environment. */
function named(name: string): Model {
  return readyModel(name)
}

function adapted(model: ForeignModel): Model {
  return readyModel(model as Exclude<Parameters<typeof readyModel>[0], string>)
}
