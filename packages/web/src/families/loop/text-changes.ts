/** What is different between two texts, in pieces to be shown. */
import { diffLines, diffWordsWithSpace } from 'diff'

export type Change = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Word by word takes the square of their length: of long texts whole lines are held against each other. */
const longest = 6_000

/** Joined in their order, what is the same and what is removed gives the old text; the same and the added the new one. */
export function textChanges(before: string, after: string): readonly Change[] {
  const isLong = before.length + after.length > longest
  const pieces = isLong ? diffLines(before, after) : diffWordsWithSpace(before, after)
  return pieces.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}

/** How much of two texts is the same, 0 to 1: below a third a change is a new text. */
export function likeness(changes: readonly Change[]): number {
  const lengthOf = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind).reduce((sum, { text }) => sum + text.length, 0)
  const same = lengthOf('same')
  const whole = Math.max(same + lengthOf('added'), same + lengthOf('removed'))
  return whole === 0 ? 1 : same / whole
}
