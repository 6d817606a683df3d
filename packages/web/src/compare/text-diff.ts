/** Where two texts differ: as lines where they have several, word by word where they have few. */
import { diffLines, diffWordsWithSpace } from 'diff'

export type Piece = { readonly text: string; readonly of: 'both' | 'a' | 'b' }

/** Longer texts are compared by line alone, and no further than this. */
const mostWords = 4000
const mostEdits = 3000

export function textDiff(a: string, b: string): readonly Piece[] {
  if (a === b) return a === '' ? [] : [{ text: a, of: 'both' }]
  const isShort = a.length + b.length <= mostWords
  const changes = isShort
    ? diffWordsWithSpace(a, b, { maxEditLength: mostEdits })
    : diffLines(a, b, { maxEditLength: mostEdits })
  const pieces = changes?.map(({ value, added, removed }): Piece => ({ text: value, of: sideOf(added, removed) }))
  return pieces && !isAllOther(pieces, a) ? pieces : whole(a, b)
}

function sideOf(added: boolean, removed: boolean): Piece['of'] {
  if (added) return 'b'
  return removed ? 'a' : 'both'
}

const leastInCommon = 0.25

/** Of texts that have hardly a word in common a salad of words says less than both of them. */
function isAllOther(pieces: readonly Piece[], a: string): boolean {
  const common = pieces.reduce((sum, { of, text }) => (of === 'both' ? sum + text.trim().length : sum), 0)
  return common < a.length * leastInCommon
}

function whole(a: string, b: string): readonly Piece[] {
  const pieces: readonly Piece[] = [
    { text: a, of: 'a' },
    { text: b, of: 'b' },
  ]
  return pieces.filter(({ text }) => text !== '')
}
