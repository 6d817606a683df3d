/** What tools look up, for those who are made before the store is open. Each session finds what its owner has. */
import type { KnowledgeRoom } from './knowledge-room.ts'
import type { KnowledgeAccess } from './toolboxes.ts'

export type RoomOf = (owner: string) => KnowledgeRoom

export function lateKnowledge(rooms: Promise<RoomOf>): KnowledgeAccess {
  const room = async (owner: string) => (await rooms)(owner)
  return {
    searched: async (owner) => (await room(owner)).searched(),
    stored: async (owner) => (await room(owner)).stored(),
    memory: () => ({
      recall: async (query, options) => (await room(options.owner)).memory.recall(query, options),
      remember: async (note, options) => (await room(options.owner)).memory.remember(note, options),
    }),
  }
}
