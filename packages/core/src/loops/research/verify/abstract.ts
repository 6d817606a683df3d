/** Title and abstract cite nothing: what they say must stand in the sentences they sum up. */
import { wordsOf } from '../../../words.ts'
import { faultsOf } from './claim-faults.ts'
import { isFunctionWord } from './function-words.ts'
import { marksNames } from './names.ts'
import { isOrdinaryWord } from './ordinary-words.ts'
import { factsOf, type PassageFacts } from './passage-facts.ts'
import { smallWords } from './small-words.ts'
import { type CheckedSentence, verify } from './verifier.ts'
import { nameStem } from './word-stem.ts'

/** The abstract without sentences that say what the others do not, and without citations that it was told not to make. */
export function supportedAbstract(abstract: string, sentences: string): string {
  const cleaned = verify(abstract, new Map(), { addresses: new Set() })
  const facts = factsIn(sentences)
  const capitals = { areSingleNames: marksNames(cleaned.text), isSmallElsewhere: smallWords([sentences, cleaned.text]) }
  const kept = cleaned.sentences.filter(({ text }) => faultsOf({ ...capitals, text }, facts).length === 0)
  return kept.map((sentence, at) => breakBefore(cleaned.text, kept[at - 1], sentence) + sentence.text.trim()).join('')
}

/** Whether the figures, names and quotations of a title are known. Its other words may be its author's own. */
export function isSupportedTitle(title: string, known: string): boolean {
  const facts = factsIn(known)
  const faults = faultsOf(
    { text: title, areSingleNames: marksNames(title), isSmallElsewhere: smallWords([known]) },
    facts,
  )
  return faults.every(({ kind, what }) => kind === 'words' || (kind === 'name' && isOrdinary(what, facts)))
}

/** In a title any word may have a capital: `A Short History` is no name. */
function isOrdinary(name: string, facts: readonly PassageFacts[]): boolean {
  const isKnown = (word: string) => facts.some(({ names }) => names.has(nameStem(word)))
  return wordsOf(name).every((word) => isOrdinaryWord(word) || isFunctionWord(word) || isKnown(word))
}

function factsIn(text: string): readonly PassageFacts[] {
  return factsOf(new Map([['known', { id: 'known', text, about: '' }]]))('known')
}

/** What stood between two sentences: paragraphs stay paragraphs. */
function breakBefore(text: string, before: CheckedSentence | undefined, { start }: CheckedSentence): string {
  if (before === undefined) return ''
  return /\n\s*\n/.test(text.slice(before.end, start)) ? '\n\n' : ' '
}
