/** What `gyre doctor` found out about one thing. */
import { toGyreError } from '@gyre/core'

/** `note`: it works, and something should be known. `fault`: something does not work. */
export type Level = 'ok' | 'note' | 'fault'

export type Finding = {
  /** What was looked at: `data folder`. */
  readonly check: string
  readonly level: Level
  readonly message: string
  /** What to do; null when there is nothing to do. */
  readonly fix: string | null
}

export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message, fix: null }
}

export function note(check: string, message: string, fix: string): Finding {
  return { check, level: 'note', message, fix }
}

export function fault(check: string, message: string, fix: string): Finding {
  return { check, level: 'fault', message, fix }
}

/** What was thrown, as a fault. */
export function faultOf(check: string, thrown: unknown): Finding {
  const { message, fix } = toGyreError(thrown, 'loop-failed')
  return fault(check, message, fix)
}

/** Findings that belong together. */
export type FindingGroup = { readonly name: string; readonly findings: readonly Finding[] }
