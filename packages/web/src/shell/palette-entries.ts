/** What the palette finds: where one can go, and what can be done where one is. */
import type { IconName } from '../ui/icon.tsx'

export type Entry = {
  /** Unique among all. */
  readonly value: string
  readonly label: string
  /** What else it is found by. */
  readonly also?: string
  readonly icon: IconName
  /** Shown at the end of its line: a kind, or keys. */
  readonly hint?: string
  readonly run: () => void
}

export type Group = {
  readonly value: string
  readonly items: readonly Entry[]
  /** However many there are, all are shown. */
  readonly isWhole?: true
}

const mostOfGroup = 8

/** Of each group what has every word that was typed; those first that begin with the first of them. */
export function found(groups: readonly Group[], typed: string): readonly Group[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return groups.flatMap(({ value, items, isWhole }) => {
    const matching = items.filter((item) => words.every((word) => textOf(item).includes(word)))
    const begins = (item: Entry) => Number(!item.label.toLowerCase().startsWith(words[0] ?? ''))
    const sorted = matching.toSorted((one, other) => begins(one) - begins(other))
    const shown = isWhole ? sorted : sorted.slice(0, mostOfGroup)
    return shown.length === 0 ? [] : [{ value, items: shown }]
  })
}

function textOf({ label, also = '' }: Entry): string {
  return `${label} ${also}`.toLowerCase()
}
