/** Cuts what has no place to be cut at: minified code, base64, a sentence of a page. */
import { betweenCharacters, type Span, trimmed } from '../span.ts'

/** Parts of at most so many characters and about the same size, between words when there are any near. */
export function cutHard(text: string, { start, end }: Span, most: number): readonly Span[] {
  const parts: Span[] = []
  let from = start
  while (from < end) {
    const left = end - from
    const next = left <= most ? end : cutBefore(text, from, Math.ceil(left / Math.ceil(left / most)))
    const part = trimmed(text, { start: from, end: next })
    if (part) parts.push(part)
    from = next
  }
  return parts
}

function cutBefore(text: string, from: number, size: number): number {
  const nearest = from + Math.floor(size * 0.8)
  const near = text.slice(nearest, from + size)
  const blank = near.search(/\s\S*$/)
  return blank < 0 ? betweenCharacters(text, from + size) : nearest + blank + 1
}
