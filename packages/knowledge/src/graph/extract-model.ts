/** Reads chunks for names and relations by asking a model. What the chunk does not show is not kept. */
import { type FoundChunk, foldedName, GyreError } from '@gyre/core'
import type { AskModel } from '../ports.ts'
import { type ChunkEdge, type EdgeReader, sameAs } from './chunk-edge.ts'
import { edgesByRules } from './extract-rules.ts'
import { edgePrompt, type ModelEdge, type ReadAnswer, readAnswer } from './model-prompt.ts'
import { tellsOf } from './tells-of.ts'

export type ModelReaderOptions = {
  readonly ask: AskModel
  /** Of the model: what another one read is read again. */
  readonly model: string
}

const mostEdges = 40
const longestRelation = 60
const maxOutputTokens = 4_000
/** With words of the text that say so, and without. */
const weights = { quoted: 1, unquoted: 0.7 } as const

export function modelReader({ ask, model }: ModelReaderOptions): EdgeReader {
  return {
    id: `model:${model}`,
    atOnce: 4,
    // Each answer was paid for.
    saveAfter: 1,
    read: async (chunk, document, signal) => {
      const answer = await answerOf(ask, chunk, signal)
      const byRules = edgesByRules(chunk, document)
      return answer.ok ? supported(answer.edges, chunk, byRules) : byRules
    },
  }
}

/** A second try when the first cannot be read, with the fault named. */
async function answerOf(ask: AskModel, chunk: FoundChunk, signal?: AbortSignal): Promise<ReadAnswer> {
  const options = { label: 'knowledge.graph', temperature: 0, maxOutputTokens }
  const first = readAnswer(await ask(edgePrompt(chunk), options))
  if (first.ok) return first
  if (signal?.aborted) throw new GyreError('aborted', 'Reading for the graph was stopped.', { cause: signal.reason })
  return readAnswer(await ask(edgePrompt(chunk, first.fault), options))
}

/** A model cannot make up where something is told: both names must be in the chunk, its headings or its title. */
function supported(
  given: readonly ModelEdge[],
  chunk: FoundChunk,
  byRules: readonly ChunkEdge[],
): readonly ChunkEdge[] {
  const text = foldedName(chunk.text)
  const shown = [text, ...chunk.headings.map(foldedName), foldedName(chunk.title)]
  const isShown = (name: string): boolean => shown.some((part) => tellsOf(part, name))
  const edges = new Map<string, ChunkEdge>()
  for (const { from, relation, to, quote } of given) {
    const names = [foldedName(from), foldedName(to)] as const
    const said = relation
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' ')
      .slice(0, longestRelation)
      .trim()
    if (!names.every(isShown) || names[0] === names[1] || !/[\p{L}\p{N}]/u.test(said)) continue
    const weight = tellsOf(text, foldedName(quote ?? '')) ? weights.quoted : weights.unquoted
    edges.set(JSON.stringify([names[0], said, names[1]]), {
      from,
      relation: said,
      to,
      weight: said === sameAs ? 1 : weight,
    })
    if (edges.size === mostEdges) break
  }
  // Which short names stand for which full ones is shown by the whole document, and the model saw one chunk.
  const shortForms = byRules.filter(({ relation }) => relation === sameAs)
  return [...edges.values(), ...shortForms.filter((edge) => !edges.has(keyOf(edge)))]
}

function keyOf({ from, relation, to }: ChunkEdge): string {
  return JSON.stringify([foldedName(from), relation, foldedName(to)])
}
