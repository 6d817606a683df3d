/** A section of a report: what its passages say of its topic, sentence by sentence, and what is made up beside it. */
import type { Reading } from '@gyre/models/demo'
import { hashText } from '../../world/hash.ts'
import { answered, type Play } from '../play.ts'
import { evidenceIn, type SaidSentence, saidIn } from './evidence.ts'
import { invented } from './inventing.ts'
import { cited, paragraphs, wordsOf } from './sentences.ts'

export const writeSection: Play = {
  name: 'write-section',
  decide: (reading) =>
    isSection(reading)
      ? answered(paragraphs(chosenSentences(reading).map(({ text, ids }) => cited(text, ids))))
      : undefined,
  err(decision, reading, odds) {
    if (decision.kind !== 'answer') return decision
    const passages = evidenceIn(reading)
    const written = chosenSentences(reading).flatMap((said, at) => invented(said, { at, passages, odds }))
    return answered(paragraphs(written))
  },
}

function isSection({ material: { section, evidence, draft } }: Reading): boolean {
  return section !== undefined && evidence !== undefined && draft === undefined
}

const mostFacts = 12
const mostOthers = 3

/** A passage with fewer words of its section is about something else. */
const leastShared = 3

/** Sentences with a name, a number and a year first; those that tell readers what to do are none. */
function chosenSentences(reading: Reading): readonly SaidSentence[] {
  const asked = wordsOf(reading.material['section'] ?? '')
  const fitting = evidenceIn(reading).filter(({ text }) => wordsOf(text).intersection(asked).size >= leastShared)
  const said = saidIn(fitting)
  const facts = said.filter(({ text }) => /[A-Z][a-z]+ [A-Z][a-z]+/.test(text) && /\d,\d/.test(text))
  const others = said.filter(({ text }) => !/\d|https?:/.test(text) && /^[A-Z].*[a-z]\.$/.test(text))
  return [...facts.slice(0, mostFacts).map(inOtherOrder), ...others.slice(0, mostOthers)]
}

/** Half of the sentences that end with a year begin with it. */
function inOtherOrder(said: SaidSentence): SaidSentence {
  const [, told = '', year] = /^The (.*) in (\d{4})\.$/.exec(said.text) ?? []
  return year === undefined || hashText(told) % 2 === 0 ? said : { ...said, text: `In ${year}, the ${told}.` }
}
