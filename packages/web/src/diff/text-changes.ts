/** What is different between two texts, in pieces to be shown. */
import { diffLines, diffWordsWithSpace } from 'diff'

export type Change = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Word by word takes the square of their length: of long texts whole lines are held against each other. */
const longest = 6_000
/** Texts with more differences than this have nothing to do with each other, and would take forever. */
const mostEdits = 3_000

/** Joined in their order, what is the same and what is removed gives the old text; the same and the added the new one. */
export function textChanges(before: string, after: string): readonly Change[] {
  const isLong = before.length + after.length > longest
  const limit = { maxEditLength: mostEdits }
  const pieces = isLong ? diffLines(before, after, limit) : diffWordsWithSpace(before, after, limit)
  return (
    pieces?.map(({ value, added, removed }) => ({ kind: kindOf(added, removed), text: value })) ?? all(before, after)
  )
}

export function kindOf(added: boolean, removed: boolean): Change['kind'] {
  if (added) return 'added'
  return removed ? 'removed' : 'same'
}

function all(before: string, after: string): readonly Change[] {
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
}

/** How much of two texts is the same, 0 to 1: below a third a change is a new text. */
export function likeness(changes: readonly Change[]): number {
  const { same, added, removed } = lengthsOf(changes)
  const whole = Math.max(same + added, same + removed)
  return whole === 0 ? 1 : same / whole
}

const leastInCommon = 0.4

/** Of texts that have hardly a word in common a salad of words says less than both of them. */
export function areApart(changes: readonly Change[]): boolean {
  const { same, added, removed } = lengthsOf(changes)
  return same < Math.min(same + added, same + removed) * leastInCommon
}

/** Characters of each kind; spaces around a piece make no two texts alike. */
function lengthsOf(changes: readonly Change[]): Readonly<Record<Change['kind'], number>> {
  const lengths = { same: 0, added: 0, removed: 0 }
  for (const { kind, text } of changes) lengths[kind] += text.trim().length
  return lengths
}
