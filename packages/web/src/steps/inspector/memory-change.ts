/** What changed in a loop's working memory. */
import type { Json } from '@gyre/core'
import { diffLines } from 'diff'
import type { Note } from '../../session/session-log.ts'

export type MemoryLine = { readonly is: 'same' | 'added' | 'removed'; readonly text: string }

export function memoryText(value: Json): string {
  const { text } = (value ?? {}) as { readonly text?: Json }
  return typeof text === 'string' ? text : JSON.stringify(value, null, 2)
}

/** The memory of a note, line by line, against the note before it in the same place. */
export function memoryChange(note: Note, notes: readonly Note[]): readonly MemoryLine[] {
  const scope = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
  const before = notes.findLast(
    (each) => each.name === note.name && each.seq < note.seq && scope(each.path) === scope(note.path),
  )
  const changes = diffLines(before ? memoryText(before.value) : '', memoryText(note.value), {
    ignoreNewlineAtEof: true,
  })
  return changes.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ is: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const), text })),
  )
}
