/** The working memory of a loop as it changed, version by version. */
import type { SessionLog } from '../session/session-log.ts'

export type MemoryLine = { readonly text: string; readonly is: 'same' | 'added' | 'removed' }

export type MemoryFact = { readonly text: string; readonly step: string | undefined; readonly from: string | undefined }

export type MemoryVersion = {
  readonly seq: number
  readonly at: number
  readonly path: string
  /** With what went since the version before, where it stood. */
  readonly lines: readonly MemoryLine[]
  readonly facts: readonly MemoryFact[]
}

type Noted = { readonly text?: unknown; readonly facts?: unknown }

/** Oldest first. */
export function memoryVersions(log: SessionLog): readonly MemoryVersion[] {
  const notes = log.notesNamed('working-memory')
  return notes.map(({ seq, at, path, value }, index) => {
    const before = index === 0 ? [] : linesIn(notes[index - 1]?.value as Noted)
    const { facts } = (value ?? {}) as Noted
    return { seq, at, path, lines: changes(before, linesIn(value as Noted)), facts: factsIn(facts) }
  })
}

function linesIn(value: Noted | null | undefined): readonly string[] {
  const text = typeof value?.text === 'string' ? value.text : ''
  return text.split('\n').filter((line) => line.trim() !== '')
}

function factsIn(facts: unknown): readonly MemoryFact[] {
  return Array.isArray(facts) ? (facts as readonly MemoryFact[]) : []
}

/** A line that stands in both is the same, wherever it stands: people look for what is new. */
function changes(before: readonly string[], after: readonly string[]): readonly MemoryLine[] {
  const known = new Set(before)
  const kept = new Set(after)
  const removed = before.filter((line) => !kept.has(line)).map((text): MemoryLine => ({ text, is: 'removed' }))
  const isFirst = before.length === 0
  const now = after.map((text): MemoryLine => ({ text, is: isFirst || known.has(text) ? 'same' : 'added' }))
  return [...removed, ...now]
}
