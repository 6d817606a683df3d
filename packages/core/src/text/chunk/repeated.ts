/** What a chunk repeats of the one before it, so that a thought is not cut in two. */

import type { Span } from '../span.ts'
import type { Block } from './block.ts'
import { chunkSize } from './chunk-size.ts'
import { sentencesOf } from './sentences.ts'

/** What is shorter counts as one: looking for sentences in every word of a list would take long. */
const shortSentence = 40

/** Where the last whole sentences and items of these begin that are short enough together. Never all of them. */
export function repeatedFrom(text: string, done: readonly Block[]): number | undefined {
  const [first, end] = [done[0]?.start ?? 0, done.at(-1)?.end ?? 0]
  let from: number | undefined
  for (const { start } of fromTheEnd(text, done)) {
    const allowed = from === undefined ? chunkSize.longestRepeated : chunkSize.repeated
    if (end - start > allowed || start <= first) break
    from = start
  }
  return from
}

/** Sentences and items of the last section, last first. Code and tables are not repeated. */
function* fromTheEnd(text: string, done: readonly Block[]): Generator<Span> {
  for (const block of done.toReversed()) {
    if (block.kind === 'heading' || block.kind === 'lines') return
    const isOne = block.kind === 'item' || block.end - block.start <= shortSentence
    yield* isOne ? [block] : sentencesOf(text, block).toReversed()
  }
}
