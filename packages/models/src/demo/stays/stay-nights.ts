/** The nights of a stay, once its dates are known. */
import type { WaveResults } from '../reading/wave-results.ts'
import { daysLater } from './calendar-day.ts'
import type { Stay } from './stay-request.ts'

export type Nights = { readonly start: string; readonly end: string }

const span = /\b(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?/

/** Undefined as long as no tool has said the dates. Nobody arrives before today where there is still time. */
export function nightsOf({ id, when, nights }: Stay, results: WaveResults, today: string): Nights | undefined {
  const time = when.kind === 'days' ? when : saidBy(results, id)
  if (!time) return undefined
  const isRunning = time.start < today && time.end > today && when.kind !== 'days'
  const start = isRunning ? today : time.start
  const last = time.end > start ? time.end : daysLater(start, 1)
  return { start, end: nights === undefined ? last : daysLater(start, nights) }
}

/** Why there is no such stay; undefined where it can be asked for. */
export function impossible({ start, end }: Nights, today: string): 'past' | 'no nights' | undefined {
  if (end <= start) return 'no nights'
  return start < today ? 'past' : undefined
}

/** The id of the call that asks for its rooms. */
export function roomsId({ id, isHere }: Stay): string {
  return isHere ? `rooms-${id}-here` : `rooms-${id}`
}

/** The dates that the tools for holidays and hints gave. */
export function saidBy(results: WaveResults, id: string): Nights | undefined {
  const found = [id, `${id}-hint`].map((each) => results.get(each)).find((result) => result?.status === 'ok')
  return spanIn(found?.text ?? '')
}

/** The first dates that a text names; one date is a day. */
export function spanIn(text: string): Nights | undefined {
  const [, start, end = start] = span.exec(text) ?? []
  return start === undefined || end === undefined ? undefined : { start, end }
}

/** The first other dates that are free, as the tool lists them: `- 2026-10-15 to 2026-10-16 (1 night), 2 days later`. */
export function otherNights(text: string): Nights | undefined {
  const [, start, end] = /^- (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)\b/m.exec(text) ?? []
  return start === undefined || end === undefined ? undefined : { start, end }
}
