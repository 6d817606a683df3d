/** The memory behind `ctx.recall` and `ctx.remember`. */
import type { Memory } from '@gyre/core'
import type { MemoryShelf } from './memory-shelf.ts'
import { expiryOf, memoryText } from './memory-text.ts'
import { recallMemories } from './recall.ts'
import { textVector } from './text-vector.ts'

/** The memory of sessions over a store: by meaning and by words. */
export function sessionMemory(shelf: MemoryShelf): Memory {
  const { store, clock, ids } = shelf
  return {
    async recall(query, { owner, limit }) {
      const found = await recallMemories({ ...shelf, owner }, query, { limit })
      return found.map(({ id, text, kind, data, score }) => ({ id, text, kind, data, score }))
    },

    async remember(memory, { owner, session, key }) {
      const { kind = 'note', data = null, expiresInMs } = memory
      const text = memoryText(memory.text)
      const at = clock.now()
      const expiresAt = expiryOf(expiresInMs, at)
      const vector = await textVector(shelf, text)
      const saved = await store.put({
        id: ids.next('mem'),
        owner,
        session,
        key,
        kind,
        text,
        data,
        at,
        expiresAt,
        ...vector,
      })
      return saved.id
    },
  }
}
