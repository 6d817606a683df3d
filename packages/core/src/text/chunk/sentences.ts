/** The sentences of a text in any language. */
import { type Span, trimmed } from '../span.ts'

let segmenter: Intl.Segmenter | undefined

/** In order, without the blanks between them. A line end alone ends no sentence. */
export function sentencesOf(text: string, { start, end }: Span): readonly Span[] {
  // Made once, and late: it is slow to make. One language for all, so that every machine cuts alike.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const part = text.slice(start, end).replaceAll('\n', ' ')
  const sentences: Span[] = []
  for (const { index, segment } of segmenter.segment(part)) {
    const sentence = trimmed(text, { start: start + index, end: start + index + segment.length })
    if (sentence) sentences.push(sentence)
  }
  return sentences
}
