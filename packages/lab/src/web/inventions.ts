/** What a text says that its passages do not: found by comparing the two, whoever wrote it and however. */
import { sentencesOf, withoutCitations, wordsOf } from '../rules/research/sentences.ts'

/** What was made up: a citation, a number, a quotation, or a claim without either. */
export type InventionKind = 'citation' | 'number' | 'quote' | 'claim'

/** A sentence of a text that says something its passages do not. */
export type Invention = {
  readonly kind: InventionKind
  /** As it is written, with its citations. */
  readonly sentence: string
}

export type CitedText = {
  readonly text: string
  /** What may be cited, by what it is cited as: `c3`, or `2`. */
  readonly sources: ReadonlyMap<string, string>
}

const bracketed = /\[([^\]]+)\](\([^)]*\))?/g
const addressOrAuthor = /https?:\/\/\S+|\((?:[A-Z][a-z]+ et al\.,? \d{4})\)/

/** All that a text says and its sources do not. */
export function inventionsIn({ text, sources }: CitedText): readonly Invention[] {
  return inventionFinder(sources)(text)
}

/** Texts of the synthetic web have no brackets, addresses or quotation marks: what has some was not taken from them. */
export function inventionFinder(sources: CitedText['sources']): (text: string) => readonly Invention[] {
  const said = [...sources.values()].flatMap((passage) => sentencesOf(passage).map(keyOf))
  const known = { sources, told: [...sources.values()].join('\n'), said: new Set(said) }
  return (text) => sentencesOf(text).flatMap((sentence) => kindsOf(sentence, known).map((kind) => ({ kind, sentence })))
}

type Known = {
  readonly sources: ReadonlyMap<string, string>
  readonly told: string
  readonly said: ReadonlySet<string>
}

function kindsOf(sentence: string, { sources, told, said }: Known): readonly InventionKind[] {
  const marks = [...sentence.matchAll(bracketed)]
  const isCitedWrongly =
    addressOrAuthor.test(sentence) || marks.some(([, id = '', link]) => link !== undefined || !sources.has(id))
  const bare = bareSentence(sentence)
  const citation: readonly InventionKind[] = isCitedWrongly ? ['citation'] : []
  if (said.has(keyOf(bare))) return citation
  const quotes = [...bare.matchAll(/[“"]([^”"]+)[”"]/g)]
  if (quotes.some(([, quote = '']) => !told.includes(quote))) return [...citation, 'quote']
  const numbers = bare.match(/\d[\d,]*\d/g) ?? []
  return [...citation, numbers.some((number) => !told.includes(number)) ? 'number' : 'claim']
}

/** Without citations, true or not. */
function bareSentence(sentence: string): string {
  return withoutCitations(sentence.replace(bracketed, '').replace(/\s*\(https?:[^)]*\)|\s*\([A-Z][^)]*\d{4}\)/g, ''))
}

/** The same for a sentence whose words stand in another order. */
export function keyOf(sentence: string): string {
  return [...wordsOf(bareSentence(sentence))].sort().join(' ')
}
