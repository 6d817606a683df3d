/** Statements of fact in a text, and what documents say to them. */
import { candidatesIn, namesIn } from './candidates.ts'
import { contentWords } from './content-words.ts'
import { type Sentence, sentencesIn } from './passages.ts'
import type { Wanted } from './wanted.ts'

/** Sentences that name somebody or something and say something of it. */
export function statementsIn(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.?!]["”]?)\s+|[“”]/).map((sentence) => sentence.trim())
  return sentences.filter((sentence) => /[.!]$/.test(sentence) && isStatement(sentence))
}

function isStatement(sentence: string): boolean {
  return namesIn(sentence).length > 0 && contentWords(sentence).length >= 3 && !/\b(?:I|you)\b/.test(sentence)
}

const kinds: readonly Wanted[] = [{ kind: 'date' }, { kind: 'person' }, { kind: 'amount', of: 'metres' }]

/** A passage that speaks of less of a statement speaks of something else. */
const leastShared = 0.7

/** The statement as the documents have it; undefined when they do not contradict it. */
export function corrected(statement: string, evidence: string): string | undefined {
  const sentences = sentencesIn(evidence)
  for (const wanted of kinds) {
    for (const { text: said } of candidatesIn(sentenceOf(statement), wanted)) {
      const best = nearest(statement, said, sentences, wanted)
      const options = best ? candidatesIn(best, wanted).map(({ text }) => text) : []
      const [other] = options
      if (other !== undefined && options.length === 1 && !best?.text.includes(said))
        return statement.replace(said, other)
    }
  }
  return undefined
}

function sentenceOf(text: string): Sentence {
  return { text, headings: [], before: '' }
}

/** The sentence that says most of the rest of the statement, if it says nearly all of it. */
function nearest(
  statement: string,
  said: string,
  sentences: readonly Sentence[],
  wanted: Wanted,
): Sentence | undefined {
  const rest = new Set(contentWords(statement.replace(said, ' ')))
  let best: { readonly sentence: Sentence; readonly shared: number } | undefined
  for (const sentence of sentences) {
    if (candidatesIn(sentence, wanted).length === 0) continue
    const words = new Set(contentWords(sentence.text))
    const shared = [...rest].filter((word) => words.has(word)).length / Math.max(1, rest.size)
    if (shared >= leastShared && shared > (best?.shared ?? 0)) best = { sentence, shared }
  }
  return best?.sentence
}
