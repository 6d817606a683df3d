/** The lines of a text, one after the other; a very long one comes in parts. */
import { betweenCharacters, type Span } from '../span.ts'

/** More at once would keep others waiting. */
const longestLine = 8192

export type Line = Span & {
  /** It goes on with a line that was too long. */
  readonly isRest: boolean
}

export function* linesOf(text: string, { start, end }: Span = { start: 0, end: text.length }): Generator<Line> {
  let from = start
  while (from < end) {
    const found = text.indexOf('\n', from)
    const lineEnd = found < 0 || found > end ? end : found
    yield* partsOf(text, { start: from, end: lineEnd })
    from = lineEnd + 1
  }
}

function* partsOf(text: string, { start, end }: Span): Generator<Line> {
  let from = start
  while (end - from > longestLine) {
    const next = betweenCharacters(text, from + longestLine)
    yield { start: from, end: next, isRest: from > start }
    from = next
  }
  yield { start: from, end, isRest: from > start }
}
