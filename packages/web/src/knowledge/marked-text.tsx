/** A text with the words of a search marked in it. */
import { highlighted } from './highlight.ts'

export function MarkedText({ text, words }: { readonly text: string; readonly words: string }) {
  return highlighted(text, words).map(({ text: piece, isHit, at }) =>
    isHit ? <mark key={at}>{piece}</mark> : <span key={at}>{piece}</span>,
  )
}
