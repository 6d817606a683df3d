/** The memory of a store, loaded with its first use: most sessions neither recall nor remember. */
import type { Memory } from '@gyre/core'
import type { MemoryShelf } from '@gyre/knowledge'

export function lateMemory(shelf: MemoryShelf): Memory {
  let loading: Promise<Memory> | undefined
  const memory = () => {
    loading ??= import('@gyre/knowledge').then(({ sessionMemory }) => sessionMemory(shelf))
    return loading
  }
  return {
    recall: async (query, options) => (await memory()).recall(query, options),
    remember: async (note, options) => (await memory()).remember(note, options),
  }
}
