/** Full stops that end no sentence. */
import { isMonth } from './dates.ts'
import { isFunctionWord } from './function-words.ts'

/** Those that often end a sentence themselves, such as `etc.`, are not here: a small letter behind them tells. */
const abbreviations = new Set(
  `dr mr mrs ms prof st sr rev hon capt col gen lt sgt fig figs vol vols ed eds pp p cf vs approx ca dept mt ft
e.g eg i.e ie viz al jan feb mar apr jun jul aug sep sept oct nov dec vgl bzw z.b z.zt d.h u.a o.ä s.o s.u abb bd nr hrsg hl str jh geb gest sog inkl
ggf evtl usf mio mrd tel art abs kap`.split(/\s+/),
)
/** Only before a number. */
const beforeNumber = new Set([
  'no',
  'nos',
  'nr',
  'p',
  'pp',
  's',
  'c',
  'art',
  'fig',
  'abb',
  'vol',
  'bd',
  'ch',
  'sec',
  'kap',
])
/** A German ordinal stands behind one of these. */
const beforeOrdinal = /(?:^|\s)(?:am|im|der|die|das|dem|den|des|vom|zum|zur|bis|ab|seit|beim|und)\s\d{1,2}\.\s*$/i

/** Whether the full stop at the end of one piece belongs to a word, and the next piece goes on with the sentence. */
export function abbreviates(piece: string, next: string): boolean {
  const end = piece.slice(-40).trimEnd()
  if (!end.endsWith('.')) return false
  const [following = ''] = /[\p{L}\p{N}]+/u.exec(next.slice(0, 80)) ?? []
  const [, last = ''] = /(?:^|[\s("„“])([\p{L}.]{1,9}|\d{1,2})\.$/u.exec(end) ?? []
  if (/^\d+$/.test(last)) return beforeOrdinal.test(end) || isMonth(following)
  const word = last.toLowerCase()
  if (beforeNumber.has(word) && /^\p{N}/u.test(following)) return true
  if (abbreviations.has(word)) return true
  return isLetter(last, end, following)
}

/** `J. Smith` and `z. B.`, but not `vitamin C. The`. */
function isLetter(last: string, end: string, following: string): boolean {
  if (/(?:^|\s)(?:z|d|u|i|o|s)\.$/.test(end) && /^[BhHaAdDRoOuU]$/.test(following)) return true
  if (/(?:^|\s)z\.\s?B\.$/i.test(end)) return true
  return /^\p{Lu}$/u.test(last) && /^\p{L}/u.test(following) && !isFunctionWord(following)
}
