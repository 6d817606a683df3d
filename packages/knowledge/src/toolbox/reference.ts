/** What a passage is cited by. */
import type { FoundChunk } from '@gyre/core'
import { sha256Of } from '@gyre/core/text'

export type Reference = {
  /** As it stands before the passage. */
  readonly reference: string
  readonly document: string
  readonly chunk: string
  readonly source: string
  readonly title: string
  readonly headings: readonly string[]
  /** Offsets into the stored text of the document. */
  readonly start: number
  readonly end: number
  /** Of the text between them: whether it still says so can be checked. */
  readonly sha256: string
  readonly at: number
}

export function referenceOf(chunk: FoundChunk, number: number): Reference {
  const { id, document, source, title, headings, start, end, at, text } = chunk
  return {
    reference: `[${number}]`,
    document,
    chunk: id,
    source,
    title,
    headings,
    start,
    end,
    sha256: sha256Of(text),
    at,
  }
}

/** The two lines above a passage. */
export function headOf(chunk: FoundChunk, number: number): string {
  const { title, headings, source, document, start, end } = chunk
  const path = headings[0] === title ? headings : [title, ...headings]
  return `[${number}] ${path.map(inOneLine).join(' › ')}\n${inOneLine(source)} (${document}, ${start}–${end})`
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
