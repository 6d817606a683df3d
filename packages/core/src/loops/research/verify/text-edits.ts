/** Edits of a text that remember where they were made. */
import type { Span } from './code-spans.ts'

export type Edit<T> = Span & { readonly replacement: string; readonly notes: readonly T[] }

/** A note, and the place in the text that it is about. */
export type Placed<T> = { readonly at: number; readonly note: T }

type Edited<T> = { readonly text: string; readonly removed: readonly Placed<T>[] }

/** The edits are in the order of the text and do not overlap. Notes that were made before move with their places. */
export function applied<T>({ text, removed }: Edited<T>, edits: readonly Edit<T>[]): Edited<T> {
  const kept: string[] = []
  const notes: Placed<T>[] = []
  let from = 0
  let length = 0
  let next = 0
  const moveUntil = (end: number, place: (at: number) => number) => {
    for (let old = removed[next]; old && old.at < end; old = removed[++next]) {
      notes.push({ at: place(old.at), note: old.note })
    }
  }
  for (const edit of edits) {
    const { start, end, replacement } = edit.replacement === '' ? withSpaces(text, edit, from) : edit
    const shift = length - from
    moveUntil(start, (at) => at + shift)
    kept.push(text.slice(from, start), replacement)
    const at = length + start - from
    moveUntil(end, () => at)
    notes.push(...edit.notes.map((note) => ({ at, note })))
    length = at + replacement.length
    from = end
  }
  const shift = length - from
  moveUntil(Number.POSITIVE_INFINITY, (at) => at + shift)
  kept.push(text.slice(from))
  return { text: kept.join(''), removed: notes }
}

/** What is taken out goes with the spaces before it, at the beginning of a line with those behind it. */
function withSpaces(text: string, { start, end }: Span, from: number): Omit<Edit<never>, 'notes'> {
  let first = start
  while (first > from && isSpace(text[first - 1])) first--
  if (first === 0 || text[first - 1] === '\n') {
    let last = end
    while (isSpace(text[last])) last++
    return { start, end: last, replacement: '' }
  }
  const joinsWords =
    /[\p{L}\p{N}]/u.test(text[end] ?? '') && (first < start || /[\p{L}\p{N}]/u.test(text[start - 1] ?? ''))
  return { start: first, end, replacement: joinsWords ? ' ' : '' }
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
