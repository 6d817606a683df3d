/** Instructions one after the other, read as one expression: `Add 17 and 25, multiply the result by 3, then subtract 26.` */
import { findPieces, goOnWith, type That } from './expressions.ts'
import { areOrdinary } from './ordinary-words.ts'
import type { Piece } from './piece.ts'

/** Where one instruction may end and the next begin. A comma inside of a number has no space after it. */
const seams =
  /[,;.:?!]\s+|\n|(?<![^\S\n])\s+(?:then\s+|and\s+(?=(?:then|add|subtract|multiply|divide|double|triple|halve|square|cube|take)\b))/i

/** Undefined unless at least two follow each other, each going on from the one before, and nothing else is said. */
export function readChain(text: string, before?: number): string | undefined {
  const isSequence = seams.test(text)
  if (!isSequence) return undefined
  let that: That | undefined = before
  let links = 0
  for (const clause of text.split(seams)) {
    const next = linkOf(clause, that)
    if (next === 'other') return undefined
    if (next === 'none') continue
    links += 1
    that = next
  }
  return links > 1 && typeof that === 'object' ? that.text : undefined
}

/** What a clause makes of `that`; `none` when it says no number, `other` when it speaks of something else. */
function linkOf(clause: string, that: That | undefined): Piece | 'none' | 'other' {
  const goingOn = that === undefined ? undefined : goOnWith(clause, that)
  if (goingOn) return areOrdinary(goingOn.unread) ? goingOn.piece : 'other'
  const { pieces, unread } = findPieces(clause, that)
  const said = pieces.filter(({ isBare, usesThat }) => !isBare || !usesThat)
  const [only] = said
  if (said.length > 1 || !areOrdinary(unread)) return 'other'
  if (!only) return 'none'
  return that === undefined || typeof that === 'number' || only.usesThat ? only : 'other'
}
