/** Why a loop does what it does next, as a line of a terminal. */
import {
  type ReasonNote,
  reasonIn as reasonInEvent,
  reasonOf as reasonOfNote,
  reasonText,
  type SessionEvent,
} from '@gyre/core'
import type { Sink } from '../io.ts'
import { oneLine } from './one-line.ts'
import { fitStart } from './text-width.ts'

export function reasonIn(event: Pick<SessionEvent, 'type' | 'path' | 'data'>): ReasonNote | undefined {
  return safe(reasonInEvent(event))
}

export function reasonOf(name: unknown, value: unknown, depth = 0): ReasonNote | undefined {
  return safe(reasonOfNote(name, value, depth))
}

/** Nothing is told of what is empty once it is safe to show. */
function safe(note: ReasonNote | undefined): ReasonNote | undefined {
  const shown = note && { ...note, what: oneLine(note.what), why: oneLine(note.why) }
  return shown?.what === '' || shown?.why === '' ? undefined : shown
}

/** `→ react: The goal is arithmetic.`, no wider than it may be. */
export function reasonLine(note: ReasonNote, width: number, paint: Sink['paint']): string {
  const indent = '  '.repeat(Math.min(note.depth, 4))
  return fitStart(`${indent}→ ${reasonText(note)}`, width).replace('→', paint('cyan', '→'))
}
