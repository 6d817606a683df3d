/** A score from 0 to 10 in a judge's reply. */
import { proseGrammar, type Read } from './prose-grammar.ts'
import { markersIn, markerValue, stripFences } from './reply-text.ts'

const form =
  'Say in a sentence or two what speaks for and against it. Then write `SCORE:` and a number from 0 to 10, on a line of its own.'

/** A number, and what may stand behind it. `7,5` is a decimal; `1,000` and `1.2.3` are no scores. */
const scored = /^[*_`([\s]*(?<number>[-+−]?\d{1,4}(?:\.\d{1,4}|,\d{1,2})?)(?![\d.,]*\d)(?<rest>[\s\S]*)$/

/** What the score is out of, when that is said: `/ 10`, `out of 10`. */
const outOf = /^[*_`)\]\s]*(?:\/|out of)\s*(?<most>\d+)/i

/** The end of a marker: what the score is out of, when that is 10, and a colon or an equals sign. */
const markEnd = String.raw`[*_]{0,3}[ \t]{0,3}(?:\((?:[01][ \t]?(?:-|–|to)|out of|\/)?[ \t]?10\)[*_]{0,3}[ \t]{0,3})?[:：=]`

/** A marker in capitals within a line. */
const inLine = new RegExp(`(?<=[ \\t.,;!?(])[*_]{0,3}SCORE(?=${markEnd})`, 'gu')
const atLineStart = new RegExp(`^([ \\t#*_>-]{0,12}SCORE)${markEnd}`, 'gimu')
const inJson = /"score"\s{0,9}:\s{0,9}"?/gi

/** The marker as it was asked for, wherever it stands: `SCORE = 7`, `Score (0-10): 7`, `{ "score": 7 }`. */
function plainlyMarked(text: string): string {
  if (text.startsWith('{')) return text.replace(inJson, '\nSCORE: ')
  return text.replace(inLine, '\n$&').replace(atLineStart, '$1:')
}

/** `SCORE: 7`, `Score: 7.5 / 10`, or a number alone. The last one counts. */
export function readScore(text: string): Read<number> {
  const inside = plainlyMarked(stripFences(text.trim()).trim())
  const marked = [...markersIn(inside, ['SCORE'], 'label')].at(-1)
  const value = marked ? markerValue(inside, marked) : inside
  const { number, rest = '' } = scored.exec(value)?.groups ?? {}
  if (number === undefined || (!marked && !/^[*_`)\]\s.]*(?:(?:\/|out of)\s*10[*_`)\]\s.]*)?$/i.test(rest))) {
    return { ok: false, fault: 'it has no `SCORE:` with a number from 0 to 10' }
  }
  const { most = '10' } = outOf.exec(rest.slice(0, 100))?.groups ?? {}
  const score = Number(number.replace(',', '.').replace('−', '-'))
  if (score < 0 || score > 10) return { ok: false, fault: `the score must be from 0 to 10, not ${number}` }
  if (most !== '10') return { ok: false, fault: `the score must be out of 10, not out of ${most}` }
  // A zero has no sign.
  return { ok: true, value: score === 0 ? 0 : score }
}

/** The protocol in which a judge gives a score. */
export const scoreGrammar = proseGrammar({ name: 'score', version: 1, form, read: readScore })
