/** What tools look up, for those who are made before the store is open. */
import type { KnowledgeRoom } from './knowledge-room.ts'
import type { KnowledgeAccess } from './toolboxes.ts'

export function lateKnowledge(room: Promise<KnowledgeRoom>): KnowledgeAccess {
  return {
    searched: async () => (await room).searched(),
    stored: async () => (await room).stored(),
    memory: () => ({
      recall: async (query, options) => (await room).memory.recall(query, options),
      remember: async (note, options) => (await room).memory.remember(note, options),
    }),
  }
}
