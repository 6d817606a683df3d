/** A section written again: what did not stand is said as a passage says it, or left out. */
import type { Reading } from '@gyre/models/demo'
import { answered, type Play } from '../play.ts'
import { evidenceIn, type SaidSentence, saidIn, unfenced } from './evidence.ts'
import { cited, likeness, sentencesOf, withoutCitations, wordsOf } from './sentences.ts'

export const rewriteSection: Play = {
  name: 'rewrite-section',
  decide: (reading) => (isRewrite(reading) ? answered(rewritten(reading, () => true)) : undefined),
  err(decision, reading, odds) {
    const { mend } = odds.competence
    return decision.kind === 'answer'
      ? answered(rewritten(reading, (at) => odds.happens(`mend ${at}`, mend)))
      : decision
  },
}

function isRewrite({ material: { draft, faults, evidence } }: Reading): boolean {
  return draft !== undefined && faults !== undefined && evidence !== undefined
}

/** A passage that has so many of the words of a sentence is what was meant. */
const meantAt = 0.55

function rewritten(reading: Reading, isMended: (at: number) => boolean): string {
  const said = saidIn(evidenceIn(reading))
  const isFaulty = faultCheck(reading.material['faults'] ?? '')
  let at = 0
  const paragraphs = unfenced(reading.material['draft'] ?? '')
    .split(/\n{2,}/)
    .map((paragraph) =>
      sentencesOf(paragraph).flatMap((sentence) => {
        at += 1
        return isFaulty(sentence) && isMended(at) ? mended(sentence, said) : [sentence]
      }),
    )
  return paragraphs.map((sentences) => sentences.join(' ')).join('\n\n')
}

function mended(sentence: string, said: readonly SaidSentence[]): readonly string[] {
  const bare = withoutCitations(sentence)
  const [best] = said.toSorted((one, other) => likeness(bare, other.text) - likeness(bare, one.text))
  return best && likeness(bare, best.text) >= meantAt ? [cited(best.text, best.ids)] : []
}

/** Faults are listed as `"the sentence": why`. */
function faultCheck(faults: string): (sentence: string) => boolean {
  const quoted = [...faults.matchAll(/^- "(.*)": /gm)].map(([, sentence = '']) => key(sentence))
  return (sentence) => quoted.includes(key(sentence))
}

function key(sentence: string): string {
  return [...wordsOf(withoutCitations(sentence))].join(' ')
}
