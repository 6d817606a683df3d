/** The report, sentence by sentence: what is cited, and what no source supports. */
import type { JsonObject } from '@gyre/core'
import { numberIn, objectOf, objectsOf, textOf, textsOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'

export type Doubt = { readonly sentence: string; readonly why: readonly string[] }

export type ReportPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cite'; readonly number: number }
  /** A sentence that no source supports, with what it cites all the same. */
  | { readonly kind: 'doubt'; readonly pieces: readonly ReportPiece[]; readonly mark: string }

/** Lists, tables and code are drawn as Markdown; the marks in them stand as they were written. */
export type ReportBlock =
  | { readonly kind: 'pieces'; readonly pieces: readonly ReportPiece[] }
  | { readonly kind: 'markdown'; readonly text: string }

export type ReportSection = {
  readonly title: string
  readonly blocks: readonly ReportBlock[]
  readonly doubts: readonly Doubt[]
  /** What its author invented and was taken out. */
  readonly removed: readonly { readonly what: string; readonly why: string }[]
  /** It is made of the passages themselves. */
  readonly isExtract: boolean
  readonly rewrites: number
}

export type ReportPicture = {
  readonly title: string
  readonly abstract: string
  readonly sections: readonly ReportSection[]
  readonly supported: number
  readonly sentences: number
}

/** Null before it is written. */
export function reportPicture({ end }: LoopSlice): ReportPicture | null {
  if (!end || !Array.isArray(end.details['sections'])) return null
  const { details } = end
  const score = objectOf(details['score'])
  return {
    title: textOf(details['title']),
    abstract: textOf(details['abstract']),
    sections: objectsOf(details['sections']).map((section) => sectionOf(section, details)),
    supported: numberIn(score, 'supported', 0),
    sentences: numberIn(score, 'sentences', 0),
  }
}

function sectionOf(section: JsonObject, details: JsonObject): ReportSection {
  const isOf = (each: JsonObject) => each['section'] === section['topic']
  const doubts = objectsOf(details['unsupported'])
    .filter(isOf)
    .map(({ sentence, why }) => ({ sentence: textOf(sentence), why: textsOf(why) }))
  return {
    title: textOf(section['title']),
    blocks: reportBlocks(textOf(section['text']), doubts),
    doubts: [...new Map(doubts.map((doubt) => [doubt.sentence, doubt])).values()],
    removed: objectsOf(details['removed'])
      .filter(isOf)
      .map(({ what, why }) => ({ what: textOf(what), why: textOf(why) })),
    isExtract: section['isExtract'] === true,
    rewrites: numberIn(section, 'rewrites', 0),
  }
}

/** The marks that the loop puts behind sentences that do not stand. */
const marks = /\s?\*\((unsupported: [^)]*|no source given|wording not found)\)\*/g

/** What more than plain sentences is made of. */
const markup = /^\s{0,3}(?:[-*+]\s|\d{1,3}[.)]\s|#|>|\||```|~~~)|\*\*|__|`|\]\(/m

export function reportBlocks(text: string, doubts: readonly Doubt[]): readonly ReportBlock[] {
  const left = [...doubts]
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph): ReportBlock => {
      if (!markup.test(paragraph)) return { kind: 'pieces', pieces: piecesOf(paragraph, left) }
      left.splice(0, [...paragraph.matchAll(marks)].length)
      return { kind: 'markdown', text: paragraph }
    })
}

/** Takes from `doubts` those that it meets: they are in the order of the text. */
function piecesOf(paragraph: string, doubts: Doubt[]): readonly ReportPiece[] {
  const pieces: ReportPiece[] = []
  let from = 0
  for (const found of paragraph.matchAll(marks)) {
    const before = paragraph.slice(from, found.index)
    const start = startOf(before, doubts.shift())
    pieces.push(...citedPieces(before.slice(0, start)))
    pieces.push({ kind: 'doubt', pieces: citedPieces(before.slice(start).trimStart()), mark: found[1] ?? '' })
    from = found.index + found[0].length
  }
  return [...pieces, ...citedPieces(paragraph.slice(from))]
}

/** So many characters of a sentence tell it from the one before. */
const telling = 24

/** Where the sentence begins that stands at the end of a text. */
function startOf(text: string, doubt: Doubt | undefined): number {
  const begins = doubt?.sentence.split('[')[0]?.slice(0, telling).trimEnd() ?? ''
  const at = begins === '' ? -1 : text.lastIndexOf(begins)
  return at >= 0 ? at : text.trimEnd().lastIndexOf('. ') + 1
}

function citedPieces(text: string): readonly ReportPiece[] {
  return text
    .split(/(\[\d+\])/)
    .filter((part) => part !== '')
    .map((part): ReportPiece => {
      const number = /^\[(\d+)\]$/.exec(part)?.[1]
      return number === undefined ? { kind: 'text', text: part } : { kind: 'cite', number: Number(number) }
    })
}
