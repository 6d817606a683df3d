/** The memory of a store, loaded with its first use: most sessions neither recall nor remember. */
import type { Memory } from '@gyre/core'
import type { MemoryShelf } from '@gyre/knowledge'

export function lateMemory(shelf: MemoryShelf, load = () => import('@gyre/knowledge')): Memory {
  let loading: Promise<Memory> | undefined
  const memory = () => {
    loading ??= load()
      .then(({ sessionMemory }) => sessionMemory(shelf))
      .catch((error: unknown) => {
        // The next use tries again.
        loading = undefined
        throw error
      })
    return loading
  }
  return {
    recall: async (query, options) => (await memory()).recall(query, options),
    remember: async (note, options) => (await memory()).remember(note, options),
  }
}
