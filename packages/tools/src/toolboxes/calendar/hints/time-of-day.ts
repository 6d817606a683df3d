/** A time of day, taken out of a hint: `tomorrow at 3pm` is a day and a time. */
import { twoDigits } from '../dates/day.ts'

export type TimedHint = {
  /** `15:00`, or with seconds when they were given. */
  readonly time: string | undefined
  /** The hint without its time. */
  readonly rest: string
}

const before = '(?:at |@ ?|um |gegen |ab |a las |a la |as |alle |kl\\.? )?'
const meridiem = '([ap])\\.?m\\b\\.?'

type Form = { readonly pattern: RegExp; time(match: RegExpExecArray): string | undefined }

const forms: readonly Form[] = [
  {
    pattern: new RegExp(`(?<![\\w:.-])${before}(\\d{1,2})(?:[:.](\\d{2}))? ?${meridiem}`),
    time: ([, hour, minute, half]) => inHalves(Number(hour), Number(minute ?? 0), half === 'p'),
  },
  {
    pattern: new RegExp(`(?<![\\w:.-])${before}(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?![\\w:])`),
    time: ([, hour, minute, second]) => inDay(Number(hour), Number(minute), Number(second ?? 0)),
  },
  {
    pattern: new RegExp(`(?<![\\w:.-])${before}(\\d{1,2})(?:[:.](\\d{2}))? ?(?:uhr|oclock)\\b`),
    time: ([, hour, minute]) => inDay(Number(hour), Number(minute ?? 0), 0),
  },
  {
    pattern: new RegExp(`(?<![\\w:.-])${before}(\\d{1,2}) ?h(?:(\\d{2}))?(?![\\w:])`),
    time: ([, hour, minute]) => inDay(Number(hour), Number(minute ?? 0), 0),
  },
  { pattern: new RegExp(`(?<!\\w)${before}(noon|midday|mittag|midi)\\b`), time: () => '12:00' },
  { pattern: new RegExp(`(?<!\\w)${before}(midnight|mitternacht|minuit)\\b`), time: () => '00:00' },
]

/** The first time that a hint in plain form names. */
export function splitTime(text: string): TimedHint {
  for (const { pattern, time } of forms) {
    const match = pattern.exec(text)
    const found = match ? time(match) : undefined
    if (!match || found === undefined) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { time: found, rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return { time: undefined, rest: text }
}

function inHalves(hour: number, minute: number, isAfternoon: boolean): string | undefined {
  if (hour < 1 || hour > 12) return undefined
  return inDay((hour % 12) + (isAfternoon ? 12 : 0), minute, 0)
}

function inDay(hour: number, minute: number, second: number): string | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const shown = `${twoDigits(hour)}:${twoDigits(minute)}`
  return second === 0 ? shown : `${shown}:${twoDigits(second)}`
}
