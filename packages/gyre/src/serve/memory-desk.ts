/** The memories of one owner, for those who come over HTTP: an id is whole, or it is nobody's. */
import { GyreError, type MemoryRecord } from '@gyre/core'
import { addNote, editMemory, findMemories, listMemories, removeMemories } from '@gyre/knowledge'
import type { MemoryDesk, ShownMemory } from '@gyre/server'
import type { KnowledgeRoom } from '../wiring/knowledge-room.ts'

/** What one search gives at most. */
const mostFound = 100

export function memoryDesk({ memories, redacted }: Pick<KnowledgeRoom, 'memories' | 'redacted'>): MemoryDesk {
  /** A beginning of an id, which commands take for the whole, would let a slip reach another memory. */
  const exact = async (id: string): Promise<MemoryRecord> => {
    const memory = await memories.store.get(id)
    if (memory?.owner === memories.owner && !isOver(memory, memories.clock.now())) return memory
    throw new GyreError('memory-unknown', `There is no memory \`${id}\`.`, { id })
  }
  return {
    list: async (options) => (await listMemories(memories, options)).map(shown),
    get: async (id) => shown(await exact(id)),
    add: async (text) => shown(await addNote(memories, { text: redacted(text) })),
    edit: async (id, text) => {
      const memory = await exact(id)
      return shown(await editMemory(memories, memory.id, { text: redacted(text) }))
    },
    remove: async (id) => {
      const memory = await exact(id)
      await removeMemories(memories, [memory.id])
    },
    search: async (query, { limit }) =>
      (await findMemories(memories, query, { limit: Math.min(limit, mostFound) })).map(shown),
  }
}

/** It is forgotten, though nobody has tidied up yet. */
function isOver({ expiresAt }: MemoryRecord, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function shown({ id, kind, text, session, at, expiresAt }: MemoryRecord): ShownMemory {
  return { id, kind, text, session, at: time(at), expiresAt: expiresAt === null ? null : time(expiresAt) }
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}
