/** Hypothetical documents: a model writes what an answer could look like, and what is like it is looked for. */
import type { Embedder } from '@gyre/core'
import { type Hypothetical, hypothetical, textsToEmbed } from '@gyre/core/text'
import { checkedVectors } from '../embed/checked-vectors.ts'
import type { AskModel } from '../ports.ts'

const usualCount = 3
const temperature = 0.7
const maxOutputTokens = 300
/** Of a long query the beginning says what it is about. */
const longestQuery = 2_000

/** Different kinds of texts use different words for one thing, also where a model takes no temperature. */
const kindsOfText = ['an encyclopedia', 'a manual or a guide', 'a report or a study'] as const

/** Passages that could answer the query. A model that says nothing gives none; a failure is told when all have ended. */
export async function imagine(ask: AskModel, query: string, count = usualCount): Promise<readonly Hypothetical[]> {
  const asked = Array.from({ length: count }, (_, index) =>
    ask(promptFor(query, index), { label: 'hyde', temperature, maxOutputTokens }),
  )
  await Promise.allSettled(asked)
  const written = await Promise.all(asked)
  return written.filter((text) => text.trim() !== '').map(hypothetical)
}

/**
 * The middle of the query's vector and those of the passages; undefined when there are no passages, or none of all
 * these has a direction.
 */
export async function hydeVector(
  embedder: Embedder,
  query: Promise<Float32Array>,
  passages: readonly Hypothetical[],
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  const written = textsToEmbed(passages)
  if (written.length === 0) return undefined
  const [asked, imagined] = await Promise.all([query, checkedVectors(embedder, written, signal)])
  return unitMean([asked, ...imagined])
}

function promptFor(query: string, index: number): string {
  const kind = kindsOfText[index % kindsOfText.length]
  return [
    `Write the paragraph of ${kind} in which a reader would find what is asked for below.`,
    'Use the words an expert would use, in the language of the question. Where you do not know a fact, make a likely one up:',
    'the paragraph is only compared with real documents and nobody reads it. Give the paragraph alone, at most 120 words.',
    '',
    `Asked for: ${query.slice(0, longestQuery).toWellFormed()}`,
  ].join('\n')
}

/** Each counts the same, however long its vector is. */
function unitMean(vectors: readonly Float32Array[]): Float32Array | undefined {
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    const length = lengthOf(vector)
    if (vector.length !== sum.length || !(length > 0)) continue
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (vector[at] as number) / length
  }
  const length = lengthOf(sum)
  return length > 0 ? Float32Array.from(sum, (value) => value / length) : undefined
}

function lengthOf(vector: Float32Array | Float64Array): number {
  let squares = 0
  for (const value of vector) squares += value * value
  return Math.sqrt(squares)
}
