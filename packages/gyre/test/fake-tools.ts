/** The tools of a place for tests: those the test gives, behind a real guard; and what is known in its store. */
import { type Store, systemClock, type Tool } from '@gyre/core'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { memoryStore } from '@gyre/stores/memory'
import { canonicalUrl } from '@gyre/tools'
import { limitsOf, toolGuard } from '@gyre/tools/guard'
import type { Place } from '../src/cli/place.ts'
import { type OpenOptions, open } from '../src/open.ts'
import { documentAccess } from '../src/wiring/document-access.ts'
import { KnowledgeRoom } from '../src/wiring/knowledge-room.ts'

export type FakeTools = Pick<Place, 'tools' | 'room' | 'guard' | 'limitsOf' | 'aside' | 'knowledge'>

export function fakeTools(tools: readonly Tool[], store: Store, options: OpenOptions = {}): FakeTools {
  const { keys, keyValue } = store
  const guard = toolGuard({ clock: systemClock, keys, keyValue })
  const offered = tools.map((tool) => ({ tool, from: { kind: 'config', name: 'gyre.config.ts' } as const }))
  return {
    tools: async () => tools,
    room: {
      own: async () => offered,
      all: async () => offered,
      find: async (name) => offered.find(({ tool }) => tool.name === name),
    },
    knowledge: new KnowledgeRoom({
      store,
      owner: 'local',
      embedder: hashedEmbedder(),
      hasDemo: async () => true,
      redacted: (text) => text,
      canonicalUrl,
      embeddedTokens: () => 0,
      access: () => documentAccess(undefined),
    }),
    guard,
    limitsOf: (tool) => limitsOf(tool, {}, 32_000),
    aside: (loops) => open({ ...options, store: memoryStore(), toolRunner: guard, loops }),
  }
}
