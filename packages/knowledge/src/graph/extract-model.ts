/** Reads chunks for names and relations by asking a model. What the chunk does not show is not kept. */
import { type FoundChunk, foldedName, GyreError } from '@gyre/core'
import type { AskModel } from '../ports.ts'
import { type ChunkEdge, type EdgeReader, sameAs } from './chunk-edge.ts'
import { edgesByRules } from './extract-rules.ts'
import { edgePrompt, type ModelEdge, type ReadAnswer, readAnswer } from './model-prompt.ts'
import { plainName, plainRelation } from './plain-words.ts'
import { tellsOf } from './tells-of.ts'

/** How the model is asked, and its name. */
export type ModelReaderOptions = {
  readonly ask: AskModel
  /** Of the model: what another one read is read again. */
  readonly model: string
}

const mostEdges = 40
/** Two names far from each other are not joined by the words between them. */
const longestJoin = 200
const maxOutputTokens = 4_000
/** With words of the text that say so, and without. */
const weights = { quoted: 1, unquoted: 0.7 } as const

/** A reader of relations that asks a model. */
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
  for (const entry of given) {
    const edge = edgeOf(entry, text)
    if (!edge || !isShown(foldedName(edge.from)) || !isShown(foldedName(edge.to))) continue
    edges.set(keyOf(edge), edge)
    if (edges.size === mostEdges) break
  }
  // Which short names stand for which full ones is shown by the whole document, and the model saw one chunk.
  const shortForms = byRules.filter(({ relation }) => relation === sameAs)
  return [...edges.values(), ...shortForms.filter((edge) => !edges.has(keyOf(edge)))]
}

/** Undefined when it says nothing, or joins two names without words of the text that do. */
function edgeOf({ from, relation, to, quote = '' }: ModelEdge, text: string): ChunkEdge | undefined {
  const edge = { from: plainName(from), relation: plainRelation(relation)?.toLowerCase(), to: plainName(to) }
  if (edge.from === undefined || edge.relation === undefined || edge.to === undefined) return undefined
  const names = [foldedName(edge.from), foldedName(edge.to)] as const
  const words = foldedName(quote)
  const isQuoted = tellsOf(text, words)
  const isJoined = isQuoted && quote.length <= longestJoin && names.every((name) => tellsOf(words, name))
  if (names[0] === names[1] || (edge.relation === sameAs && !isJoined)) return undefined
  const weight = isQuoted ? weights.quoted : weights.unquoted
  return { from: edge.from, relation: edge.relation, to: edge.to, weight }
}

function keyOf({ from, relation, to }: ChunkEdge): string {
  return JSON.stringify([foldedName(from), relation, foldedName(to)])
}
