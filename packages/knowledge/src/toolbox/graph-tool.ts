/** `knowledge.graph`: facts near the names in a question, for models. */
import { defineTool, type Json, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { mostFacts, mostHops } from '../graph/graph-limits.ts'
import type { ShelfOf } from '../ports.ts'
import { withRemark } from './with-remark.ts'

const input = z.object({
  question: z.string().trim().min(1).max(2_000).describe('What you want to know, with the names of what it is about.'),
  hops: z.int().min(1).max(mostHops).default(2).describe('How many relations away from these names to look.'),
  limit: z.int().min(1).max(mostFacts).default(24).describe('How many facts.'),
})

export function graphTool(shelf: ShelfOf): Tool {
  return defineTool({
    name: 'knowledge.graph',
    description:
      'Follows how people, places and things in the indexed documents are related, over several documents. Gives facts with numbered references; use it when an answer must be put together from more than one place.',
    input,
    effect: 'pure',
    permissions: ['knowledge.read'],
    run: async ({ question, hops, limit }, { signal, owner }) => {
      const { preparedContext } = await import('../graph/prepared-context.ts')
      const opened = await shelf(owner)
      const { text, ...data } = await preparedContext(opened, question, { hops, limit, signal })
      return toolOutput({
        text: data.references.length === 0 ? text : withRemark(opened, text),
        data: data as unknown as Json,
        untrusted: { from: 'knowledge.graph' },
      })
    },
  }) as Tool
}
