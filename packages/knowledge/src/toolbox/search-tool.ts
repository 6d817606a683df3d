/** `knowledge.search`: passages of the indexed documents, with references. */
import {
  defineTool,
  GyreError,
  type Json,
  type KnowledgeFilter,
  type Tool,
  type ToolContext,
  toolOutput,
  user,
} from '@gyre/core'
import type { Hypothetical } from '@gyre/core/text'
import { z } from 'zod'
import type { AskModel, Found, Shelf, ShelfOf } from '../ports.ts'
import { timeOf } from '../time-of.ts'
import { headOf, referenceOf } from './reference.ts'
import { sourcesOf } from './sources-of.ts'
import { withRemark } from './with-remark.ts'

const input = z.object({
  query: z.string().trim().min(1).describe('What to look for: a question or a few words.'),
  limit: z.int().min(1).max(20).default(8).describe('How many passages.'),
  sources: z
    .array(z.string().trim().min(1))
    .min(1)
    .optional()
    .describe('Only documents of these paths, folders or addresses.'),
  since: z.string().optional().describe('Only documents from this day on, such as 2026-01-31.'),
  until: z.string().optional().describe('Only documents before this day.'),
  show: z.enum(['text', 'extract']).default('text').describe('Whole passages, or short extracts of them.'),
  hyde: z
    .boolean()
    .default(false)
    .describe('Also look for what is like an answer a model makes up: slower, better where the words are not known.'),
})

type Wanted = z.infer<typeof input>

export function searchTool(shelf: ShelfOf): Tool {
  return defineTool({
    name: 'knowledge.search',
    description:
      'Searches the documents of the index by words and by likeness. Gives numbered passages; read around one with knowledge.read.',
    input,
    effect: 'pure',
    timeoutMs: 60_000,
    permissions: ['knowledge.read'],
    limits: { concurrency: 4, outputChars: 48_000 },
    run: async (wanted, context) => {
      const opened = await shelf(context.owner)
      const { found, remark } = await foundBy(opened, wanted, context)
      const passages = found.map((each, at) => entryOf(each, at + 1, wanted)).join('\n\n')
      return toolOutput({
        text: [...remark, found.length === 0 ? nothing(wanted) : withRemark(opened, passages)].join('\n\n'),
        data: { results: found.map((each, at) => ({ ...referenceOf(each.chunk, at + 1), score: each.score })) } as Json,
        untrusted: { from: `knowledge.search (${sourcesIn(found)})` },
      })
    },
  })
}

async function foundBy(shelf: Shelf, wanted: Wanted, context: ToolContext) {
  const filter = await filterOf(shelf, wanted)
  const { search } = await import('../search/search.ts')
  const { hypothetical, remark } = await imagined(wanted, context)
  const { limit, query } = wanted
  const found = await search(shelf, query, { limit, filter, hypothetical, signal: context.signal })
  return { found, remark }
}

type Imagined = { readonly hypothetical: readonly Hypothetical[]; readonly remark: readonly string[] }

/** Made-up answers only help: where no model can be asked, the search goes without them and says so. */
async function imagined({ hyde, query }: Wanted, context: ToolContext): Promise<Imagined> {
  if (!hyde) return { hypothetical: [], remark: [] }
  const { imagine } = await import('../search/hyde.ts')
  try {
    return { hypothetical: await imagine(askBy(context), query), remark: [] }
  } catch (error) {
    // All else is about the session: its budget is used up, or somebody stops it.
    if (!(error instanceof GyreError && error.code.startsWith('model-'))) throw error
    return { hypothetical: [], remark: [`Searched without made-up answers: ${error.message}`] }
  }
}

async function filterOf(shelf: Shelf, { sources, since, until }: Wanted): Promise<KnowledgeFilter> {
  return {
    ...(since !== undefined && { since: timeOf('since', since) }),
    ...(until !== undefined && { until: timeOf('until', until) }),
    ...(sources && { sources: await sourcesOf(shelf, sources) }),
  }
}

/** Each question is a step under the path of the tool. */
function askBy({ generate }: ToolContext): AskModel {
  return async (prompt, options) => (await generate([user(prompt)], options)).text
}

function entryOf({ chunk, snippet }: Found, number: number, { show }: Wanted): string {
  return `${headOf(chunk, number)}\n${show === 'text' ? chunk.text.trim() : snippet.text}`
}

function nothing({ query, sources, since, until }: Wanted): string {
  const narrowed = sources ?? since ?? until
  return `Nothing was found for "${query}". Try other words${narrowed === undefined ? '' : ', or more sources and days'}.`
}

/** Where it is from, for the fence: a few names are enough there, the rest is with each passage. */
/** At most three words: what has more is taken for a sentence, and is shown as addresses are written. */
function sourcesIn(found: readonly Found[]): string {
  const sources = [...new Set(found.map(({ chunk }) => chunk.source))]
  const shown = sources.length > 3 ? [...sources.slice(0, 2), `+${sources.length - 2}`] : sources
  return shown.join(', ') || 'nothing'
}
