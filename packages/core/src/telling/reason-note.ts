/** A loop's note that says why it does something, `{ loop: 'react', why: '…' }`, or what is missing. It is told to people like a step. */
import type { SessionEvent } from '../kernel/events.ts'

/** What a loop settled on, and why. */
export type ReasonNote = {
  /** What was settled on. */
  readonly what: string
  readonly why: string
  /** How deep in loops inside loops, from 0. */
  readonly depth: number
}

/** The reason in an event; what else notes hold is for programs. */
export function reasonIn({ type, path = '', data }: Pick<SessionEvent, 'type' | 'path' | 'data'>) {
  return type === 'note' ? reasonOf(data['name'], data['value'], path.split('/').length - 1) : undefined
}

type Values = Readonly<Record<string, unknown>>

/** Decisions and gaps count, and any note that has a `why` beside one other text. */
export function reasonOf(name: unknown, value: unknown, depth = 0): ReasonNote | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = saidIn(name, value as Values)
  if (typeof found?.why !== 'string' || typeof found.what !== 'string') return undefined
  const note: ReasonNote = { what: found.what.trim(), why: found.why.trim(), depth }
  return note.what === '' || note.why === '' ? undefined : note
}

function saidIn(
  name: unknown,
  { why, ...others }: Values,
): { readonly what: unknown; readonly why: unknown } | undefined {
  if (name === 'gap') return { what: 'missing', why: others['gap'] }
  // That it goes on as planned is no news.
  if (name === 'decision') return isMatterOfCourse(others) ? undefined : { what: others['decision'], why }
  const [what, ...more] = Object.values(others)
  return more.length > 0 ? undefined : { what, why }
}

function isMatterOfCourse({ decision, by }: Values): boolean {
  return decision === 'continue' && by === 'rule'
}

/** `react: The goal is arithmetic.` */
export function reasonText({ what, why }: ReasonNote): string {
  return `${what}: ${why}`
}
