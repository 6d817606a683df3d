/** What our own rules do not read, by chrono in every language it knows: the one that reads most of the text is taken. */
import type { ParsedComponents, ParsedResult, ParsingOption } from 'chrono-node'
import { type Day, dayOf, endOfMonth, partsOf, startOfMonth, twoDigits } from '../dates/day.ts'
import type { HintContext, Reading } from './hint.ts'
import { plainHint } from './hint-words.ts'
import { changesDate } from './left-over.ts'
import { isLength } from './stay-hints.ts'

export type ChronoLibrary = typeof import('chrono-node')

type Found = { readonly result: ParsedResult; readonly others: readonly ParsedResult[] }

const languages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'ja',
  'zh',
  'ru',
  'uk',
  'sv',
  'fi',
  'vi',
  'id',
  'ar',
] as const

export function chronoReading(chrono: ChronoLibrary, text: string, context: HintContext): Reading | undefined {
  const found = bestResult(chrono, text, context)
  const span = found && spanOf(found.result)
  // Of two dates none is more meant than the other, and a length is none.
  if (!found || !span || found.others.length > 0 || isLength(plainHint(found.result.text))) return undefined
  if (leavesDates(text, found.result)) return undefined
  const { start } = found.result
  const time = start.isCertain('hour')
    ? `${twoDigits(start.get('hour') ?? 0)}:${twoDigits(start.get('minute') ?? 0)}`
    : undefined
  const note = leftOut(text, found.result)
  return { ...span, meaning: `“${found.result.text}”`, ...(time && { time }), ...(note && { note }) }
}

function bestResult(chrono: ChronoLibrary, text: string, { today }: HintContext): Found | undefined {
  const { year, month, day } = partsOf(today)
  // Noon exists on every day of every zone, also in that of this machine, which chrono counts in.
  const reference = new Date(year, month - 1, day, 12)
  let best: { readonly score: number; readonly found: Found } | undefined
  for (const language of languages) {
    const [result, ...others] = parsed(chrono[language], text, reference)
    const score = result ? scoreOf(result) : 0
    if (result && score > (best?.score ?? 0)) best = { score, found: { result, others } }
  }
  return best?.found
}

type Parser = { parse(text: string, reference: Date, option: ParsingOption): ParsedResult[] }

function parsed(parser: Parser, text: string, reference: Date): readonly ParsedResult[] {
  try {
    return parser.parse(text, reference, { forwardDate: true })
  } catch {
    // A text that breaks the reader of one language may still be read in another.
    return []
  }
}

/** A time of day alone says little: `17-19` is rather two days than two hours. Two letters are a weekday to a Finn only. */
function scoreOf({ text, start }: ParsedResult): number {
  if (/^[\sa-z-]*$/i.test(text) && !/[a-z]{3}/i.test(text)) return 0
  const isDate = start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month')
  return isDate ? text.length : text.length / 4
}

function spanOf({ start, end }: ParsedResult): { start: Day; end: Day } | undefined {
  const first = dayIn(start, 'first')
  if (first === undefined) return undefined
  const last = dayIn(end ?? start, 'last')
  return { start: first, end: Math.max(first, last ?? first) }
}

/** A month without a day is the whole month. */
function dayIn(components: ParsedComponents, which: 'first' | 'last'): Day | undefined {
  const [year, month, day] = [components.get('year'), components.get('month'), components.get('day')]
  if (year === null || month === null || day === null) return undefined
  const isMonth = components.isCertain('month') && !components.isCertain('day') && !components.isCertain('weekday')
  if (isMonth) return which === 'first' ? startOfMonth(year, month) : endOfMonth(year, month)
  return dayOf(year, month, day)
}

function leftOut(text: string, { index, text: read }: ParsedResult): string | undefined {
  const rest = (text.slice(0, index) + text.slice(index + read.length)).replace(/[^\p{L}\p{N}]/gu, '')
  return rest.length > 6 ? `Only “${read}” was read as a date.` : undefined
}

/** A number left over is a part of the date that was not understood, and so are other words of dates. */
function leavesDates(text: string, { index, text: read }: ParsedResult): boolean {
  const [before, after] = [plainHint(text.slice(0, index)), plainHint(text.slice(index + read.length))]
  return /\p{N}/u.test(before + after) || changesDate({ before, part: plainHint(read), after })
}
