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
}

export type HintContext = {
  readonly today: Day
  /** Minutes since midnight, for hints that count hours. */
  readonly minuteOfDay: number
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
