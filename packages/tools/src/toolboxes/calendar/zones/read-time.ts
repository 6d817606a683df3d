/** A date and time as people write it, in a zone, as a moment. */
import { GyreError } from '@gyre/core'
import { type Day, readIsoDate } from '../dates/day.ts'
import { plainHint } from '../hints/hint-words.ts'
import { resolveHint } from '../hints/resolve-hint.ts'
import { splitTime } from '../hints/time-of-day.ts'
import { type LocalMoment, localMoment } from './local-moment.ts'
import { loadTemporal } from './temporal.ts'
import { today } from './wall-clock.ts'

export type TimeQuestion = {
  readonly text: string
  readonly field: string
  readonly zone: string
  readonly now: number
  readonly country: string | undefined
}

/** Whether a time names its own offset from UTC: `2026-03-29T01:00Z`. */
export function hasOffset(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.trim())
}

export async function readTime(question: TimeQuestion): Promise<LocalMoment> {
  const text = question.text.trim()
  if (/^(?:right )?now$/i.test(text)) return { instant: question.now }
  const temporal = await loadTemporal()
  if (hasOffset(text)) return { instant: instantOf(temporal, text, question.field) }
  const local = await dayAndTime(text, question)
  if (local && 'instant' in local) return local
  if (local) return localMoment(temporal, local.day, local.time, question.zone)
  const examples = '`15:00`, `3pm`, `tomorrow at 9:30`, `2026-03-29 02:30`, `2026-03-29T01:00Z`, `now`'
  throw new GyreError(
    'argument-invalid',
    `\`${question.field}\`: \`${text.slice(0, 60)}\` names no time. Write it like ${examples}.`,
  )
}

function instantOf(temporal: Awaited<ReturnType<typeof loadTemporal>>, text: string, field: string): number {
  try {
    return temporal.Instant.from(text.trim().replace(' ', 'T')).epochMilliseconds
  } catch (error) {
    throw noSuchTime(text, field, error)
  }
}

function noSuchTime(text: string, field: string, cause: unknown): GyreError {
  return new GyreError('argument-invalid', `\`${field}\`: \`${text.slice(0, 60)}\` is no time of the calendar.`, {
    cause,
  })
}

type DayAndTime = { readonly day: Day; readonly time: string }

/** A day and a time of its clock, or the moment itself. */
async function dayAndTime(
  text: string,
  { field, zone, now, country }: TimeQuestion,
): Promise<DayAndTime | { readonly instant: number } | undefined> {
  const iso = /^(\d{4}-\d{1,2}-\d{1,2})[T ](\d{1,2}:\d{2}.*)$/i.exec(text)
  const isoDay = iso?.[1] ? readIsoDate(iso[1]) : undefined
  const isoTime = splitTime(iso?.[2]?.toLowerCase() ?? '').time
  if (isoDay !== undefined && isoTime) return { day: isoDay, time: isoTime }
  const { time, rest } = splitTime(plainHint(text))
  if (time && rest === '') return { day: today(now, zone), time }
  const reading = await resolveHint({
    text,
    field,
    today: today(now, zone),
    now: { instant: now, zone },
    country,
  })
  if (reading.instant !== undefined) return { instant: reading.instant }
  return reading.time ? { day: reading.start, time: reading.time } : undefined
}
