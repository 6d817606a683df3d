/** The verdict of a judge: satisfactory or not, with a score and a reason. */
import { proseGrammar, type Read } from './prose-grammar.ts'
import { markersIn, markerValue, stripFences } from './reply-text.ts'
import { readScore } from './score.ts'

export type Verdict = { readonly isSatisfactory: boolean; readonly score: number; readonly reason: string }

const form =
  'Write `SATISFACTORY` or `UNSATISFACTORY` on a line of its own. Then write `SCORE:` and a number from 0 to 10, and `REASON:` with what is right or wrong and where, each on a line of its own.'

/** A line that begins with the word; `UNSATISFACTORY` and `NOT SATISFACTORY` are not it. */
const verdictLine = /^[\s>#*_`~-]*(?:VERDICT\s*[:：]\s*)?[*_`]*(UN|NOT[ _-])?SATISFACTORY\b/im

/** Without a readable score a verdict is none: the best attempt could not be told. */
export function readVerdict(text: string): Read<Verdict> {
  const inside = stripFences(text.trim())
  const [line, negation] = verdictLine.exec(inside) ?? []
  if (line === undefined) return { ok: false, fault: 'no line begins with `SATISFACTORY` or `UNSATISFACTORY`' }
  const score = readScore(inside)
  if (!score.ok) return score
  const reason = [...markersIn(inside, ['REASON'], 'label')].at(-1)
  return {
    ok: true,
    value: {
      isSatisfactory: negation === undefined,
      score: score.value,
      reason: reason ? markerValue(inside, reason) : '',
    },
  }
}

export const verdictGrammar = proseGrammar({ name: 'verdict', version: 1, form, read: readVerdict })
