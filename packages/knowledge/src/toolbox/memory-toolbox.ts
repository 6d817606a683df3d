/**
 * The memory for models: what earlier sessions learned.
 *
 * They cannot write into it: a page that talks a model into remembering something would speak to every later session.
 */
import {
  defineTool,
  defineToolbox,
  type Json,
  type Memory,
  type MemoryItem,
  type Tool,
  type Toolbox,
  toolOutput,
} from '@gyre/core'
import { z } from 'zod'

/** The memory that is asked. */
export type MemoryToolboxOptions = {
  /** Asked at each call: the store is opened when it is first needed. */
  readonly memory: () => Memory
}

/** What sessions remembered, as a tool for models. */
export function memoryToolbox({ memory }: MemoryToolboxOptions): Toolbox {
  return defineToolbox({
    name: 'memory',
    description: 'What earlier sessions learned and people noted.',
    tools: [recallTool(memory)],
  })
}

function recallTool(memory: () => Memory): Tool {
  return defineTool({
    name: 'memory.recall',
    description:
      'Looks for what earlier sessions learned and what people noted, by words and by likeness. A memory may be out of date: check what matters.',
    input: z.object({
      query: z.string().trim().min(1).describe('What to look for: a question or a few words.'),
      limit: z.int().min(1).max(20).default(5).describe('How many memories.'),
    }),
    effect: 'pure',
    timeoutMs: 60_000,
    permissions: ['memory.read'],
    run: async ({ query, limit }, { owner }) => {
      const found = await memory().recall(query, { owner, limit })
      const text = found.length === 0 ? `Nothing is remembered of "${query}".` : found.map(entryOf).join('\n\n')
      return toolOutput({ text, data: { memories: found } as Json })
    },
  }) as Tool
}

function entryOf({ text, kind, score }: MemoryItem, index: number): string {
  return `[${index + 1}] ${kind}, likeness ${score.toFixed(2)}\n${text}`
}
