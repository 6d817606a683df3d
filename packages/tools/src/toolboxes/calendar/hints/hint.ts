/** What the rules for date hints have in common. */
import type { DateSpan } from '../dates/date-span.ts'
import type { Day } from '../dates/day.ts'

/** How a hint was understood. */
export type Reading = DateSpan & {
  /** In words: `the Friday of next week`. */
  readonly meaning: string
  /** Another reading that was possible, or what was left out. */
  readonly note?: string
  /** `15:00`, when the hint names a time. */
  readonly time?: string
  /** The moment in ms, when hours were counted from now: a clock that is put back shows a time twice. */
  readonly instant?: number
}

/** The present moment in ms, and whose clocks show it. */
export type HintNow = { readonly instant: number; readonly zone: string }

export type HintContext = {
  readonly today: Day
  /** For hints that count hours. */
  readonly now: HintNow
  readonly country: string | undefined
  /** Reads a part of a hint by all rules; `from` stands for today. */
  read(text: string, from?: Day): Reading | undefined
}

/** Reads a hint in plain form, or leaves it to the next rule. */
export type HintRule = (text: string, context: HintContext) => Reading | undefined

/** Both readings said, or the one. */
export function withNote(reading: Reading, note: string | undefined): Reading {
  if (!note) return reading
  return { ...reading, note: reading.note ? `${reading.note} ${note}` : note }
}
