import { loops, Runtime, type RuntimeOptions, type Store } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'

export type OpenOptions = Omit<RuntimeOptions, 'store'> & {
  /** In memory when left out. */
  readonly store?: Store
}

/** A runtime over a store: start, find, resume, fork and watch sessions. Close it when done. */
export function open(options: OpenOptions = {}): Runtime {
  return new Runtime({ ...options, store: options.store ?? memoryStore(), loops: [...loops, ...(options.loops ?? [])] })
}
