/** Whether a sentence speaks of what a question asks: of everybody and everything it names, and of what is asked of them. */
import { namesIn } from './candidates.ts'
import { contentWords } from './content-words.ts'
import type { Sentence } from './passages.ts'

export function speaksOf({ text, headings, before }: Sentence, question: string): boolean {
  const texts = [text, ...headings, before]
  const words = new Set(texts.flatMap(contentWords))
  const needed = [...numbersIn(question), ...askedOf(question), ...witnessIn(question)]
  if (!needed.every((word) => words.has(word))) return false
  const named = texts.flatMap(namesIn).map((name) => wordsOf(name.text))
  return namedIn(question).every(
    (name) => name.every((word) => words.has(word)) || named.some((each) => isShortFor(each, name)),
  )
}

/** The first word asks, and names nobody. */
function namedIn(question: string): readonly (readonly string[])[] {
  return namesIn(question.replace(/^\s*\S+/, ' ')).flatMap(({ text }) => {
    const words = wordsOf(text)
    return words.length === 0 ? [] : [words]
  })
}

function wordsOf(name: string): readonly string[] {
  return contentWords(name).filter((word) => word.length > 1)
}

/** `Eskola` is Wanda Eskola, and Josef Holt is not Maren Holt. */
function isShortFor(short: readonly string[], name: readonly string[]): boolean {
  return short.at(-1) === name.at(-1) && short.every((word) => name.includes(word))
}

/** Years, amounts and codes are as good as names. */
function numbersIn(question: string): readonly string[] {
  return contentWords(question).filter((word) => /\d/.test(word))
}

const isOrDoes =
  /^(?:(?:who|what) (?:is|was|were|are|became) (?:(?:the|an?) )?([\p{L}-]+)|who (?!did |does |do )(\p{L}+)|what (\p{L}+ed) )/iu
const happens = /^(?:when|where) (?:was|were|is|did|does) .* ([\p{Ll}]+)\??$/iu

/** What somebody is or does, or what happens: `Who was the aunt of …`, `When did … close?`. */
function askedOf(question: string): readonly string[] {
  const [, ...words] = isOrDoes.exec(question) ?? happens.exec(question) ?? []
  return words.flatMap((word) => contentWords(word ?? ''))
}

/** Who is to be believed: `…, according to the inquiry?`. */
function witnessIn(question: string): readonly string[] {
  const [, witness = ''] = /\baccording to ([^,?]+)/i.exec(question) ?? []
  return contentWords(witness).slice(-1)
}
