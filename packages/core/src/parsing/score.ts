/** A score from 0 to 10 in a judge's reply. */
import { proseGrammar, type Read } from './prose-grammar.ts'
import { markersIn, markerValue, stripFences } from './reply-text.ts'

const form =
  'Say in a sentence or two what speaks for and against it. Then write `SCORE:` and a number from 0 to 10, on a line of its own.'

/** `SCORE: 7`, `Score: 7.5 / 10`, or a number alone. */
export function readScore(text: string): Read<number> {
  const inside = stripFences(text.trim())
  const marked = [...markersIn(inside, ['SCORE'], 'label')].at(-1)
  const value = marked ? markerValue(inside, marked) : inside
  const [, number, rest = ''] = /^[*_`\s]*(-?\d+(?:[.,]\d+)?)([\s\S]*)$/.exec(value) ?? []
  if (number === undefined || (!marked && !/^[*_`\s.]*(?:\/\s*10[*_`\s.]*)?$/.test(rest))) {
    return { ok: false, fault: 'it has no `SCORE:` with a number from 0 to 10' }
  }
  const score = Number(number.replace(',', '.'))
  if (score < 0 || score > 10) return { ok: false, fault: `the score must be from 0 to 10, not ${number}` }
  return { ok: true, value: score }
}

export const scoreGrammar = proseGrammar({ name: 'score', version: 1, form, read: readScore })
