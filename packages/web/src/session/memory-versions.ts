/** The working memory of a loop as it changed, version by version. */
import type { Change } from '../diff/text-changes.ts'
import type { Note, SessionLog } from './session-log.ts'

export type MemoryFact = { readonly text: string; readonly step: string | undefined; readonly from: string | undefined }

export type MemoryVersion = {
  readonly seq: number
  readonly at: number
  readonly path: string
  /** With what went since the version before, where it stood. */
  readonly lines: readonly Change[]
  readonly facts: readonly MemoryFact[]
}

type Noted = { readonly text?: unknown; readonly facts?: unknown }

/** Oldest first. */
export function memoryVersions(log: SessionLog): readonly MemoryVersion[] {
  const notes = log.notesNamed('working-memory')
  return notes.map(({ seq, at, path, value }, index) => {
    const earlier = notes.slice(0, index).findLast((note) => scopeOf(note) === scopeOf({ path }))
    const before = linesIn(earlier?.value as Noted)
    const { facts } = (value ?? {}) as Noted
    return { seq, at, path, lines: changes(before, linesIn(value as Noted)), facts: factsIn(facts) }
  })
}

/** A loop inside another has a memory of its own. */
function scopeOf({ path }: Pick<Note, 'path'>): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function linesIn(value: Noted | null | undefined): readonly string[] {
  const text = typeof value?.text === 'string' ? value.text : ''
  return text.split('\n').filter((line) => line.trim() !== '')
}

function factsIn(facts: unknown): readonly MemoryFact[] {
  return Array.isArray(facts) ? (facts as readonly MemoryFact[]) : []
}

/** A line that stands in both is the same, wherever it stands: people look for what is new. */
function changes(before: readonly string[], after: readonly string[]): readonly Change[] {
  const known = new Set(before)
  const kept = new Set(after)
  const removed = before.filter((line) => !kept.has(line)).map((text): Change => ({ text, kind: 'removed' }))
  const isFirst = before.length === 0
  const now = after.map((text): Change => ({ text, kind: isFirst || known.has(text) ? 'same' : 'added' }))
  return [...removed, ...now]
}
