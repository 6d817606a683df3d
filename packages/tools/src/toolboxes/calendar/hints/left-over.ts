/** Whether the words that a reading leaves out would change it: then it is rather no reading than another date. */
import { festivalNamed } from '../holidays/festivals.ts'
import { isWeekdayName, monthOf } from './hint-words.ts'

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** Words of dates, wherever they stand. `Friday night` is a Friday. */
const dated = new Set(
  wordsOf(
    'today tonight tomorrow yesterday days nights week weeks weekend weekends weekdays fortnight month months ' +
      'quarter quarters year years half every except not heute morgen tage nachte woche wochen wochenende monat halfte ' +
      'demain jours nuits semaine semaines mois moitie manana dias noches semana semanas mes mitad ' +
      'domani giorni notti settimana settimane mese meta',
  ),
)

/** Names of months that are rather other words, but for `in May`. */
const noMonths = new Set(wordsOf('may mar mart'))
const surelyMay = /\b(?:in|of|this|next|early|mid|late) may\b/

/** Words that change the date they stand before or after. */
const changing = new Set(
  wordsOf(
    'before after until till since following preceding of each vor nach bis avant apres antes despues prima dopo',
  ),
)

/** Words that change the date after them: `a week` is a length, `second week` is another one. */
const leading = new Set(
  wordsOf(
    'a an any some per first second third fourth fifth last next previous long full rest ' +
      'erste ersten zweite letzte debut fin premiere derniere principios finales primera ultima inizio',
  ),
)

/** The part of a text that was read, and what stands around it, in plain form. */
export type ReadPart = { readonly before: string; readonly part: string; readonly after: string }

export function changesDate({ before, part, after }: ReadPart): boolean {
  const [front, back] = [wordsOf(before), wordsOf(after)]
  const last = front.findLast((word) => word !== 'the') ?? ''
  const [first = ''] = back
  if (leading.has(last) || [last, first, wordsOf(part)[0] ?? ''].some((word) => changing.has(word))) return true
  if (isHalfRange(last, first) || first === 'next' || first === 'last') return true
  return [...front, ...back].some(isDated) || surelyMay.test(before) || surelyMay.test(after)
}

/** `from Easter to` something that was not understood. */
function isHalfRange(last: string, first: string): boolean {
  return /^(?:from|between)$/.test(last) && /^(?:to|and|-)$/.test(first)
}

function isDated(word: string): boolean {
  if (dated.has(word) || isWeekdayName(word) || festivalNamed(word) !== undefined) return true
  return monthOf(word) !== undefined && !noMonths.has(word)
}
