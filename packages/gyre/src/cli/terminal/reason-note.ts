/** A loop's note that says why it does something: `{ loop: 'react', why: '…' }`. It is told to people like a step. */
import type { SessionEvent } from '@gyre/core'
import type { Sink } from '../io.ts'
import { oneLine } from './one-line.ts'
import { fitStart } from './text-width.ts'

export type ReasonNote = {
  /** What was settled on. */
  readonly what: string
  readonly why: string
  /** How deep in loops inside loops, from 0. */
  readonly depth: number
}

/** The reason in an event. Any loop's note counts that has a `why` beside one other text; the rest is for programs. */
export function reasonIn({ type, path = '', data }: Pick<SessionEvent, 'type' | 'path' | 'data'>) {
  const { value } = data as { readonly value?: unknown }
  if (type !== 'note' || typeof value !== 'object' || value === null) return undefined
  const { why, ...others } = value as Readonly<Record<string, unknown>>
  const [what, ...more] = Object.values(others)
  if (typeof why !== 'string' || typeof what !== 'string' || more.length > 0) return undefined
  const note: ReasonNote = { what: oneLine(what), why: oneLine(why), depth: path.split('/').length - 1 }
  return note.what === '' || note.why === '' ? undefined : note
}

/** `react: The goal is arithmetic.` */
export function reasonText({ what, why }: ReasonNote): string {
  return `${what}: ${why}`
}

/** `→ react: The goal is arithmetic.`, no wider than it may be. */
export function reasonLine(note: ReasonNote, width: number, paint: Sink['paint']): string {
  const indent = '  '.repeat(Math.min(note.depth, 4))
  return fitStart(`${indent}→ ${reasonText(note)}`, width).replace('→', paint('cyan', '→'))
}
