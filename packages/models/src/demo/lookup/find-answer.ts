/** The answer to a question in what a search has found: the sentence that speaks of most of it, and what in it is wanted. */
import { type Candidate, candidatesIn } from './candidates.ts'
import { contentWords, meaning } from './content-words.ts'
import { type Sentence, sentencesIn } from './passages.ts'
import { speaksOf } from './spoken-of.ts'
import { type Wanted, wantedBy } from './wanted.ts'

export type FoundAnswer = {
  readonly text: string
  readonly sentence: string
  readonly source: string
  /** How much of the question the sentence speaks of, from 0 to 1. */
  readonly coverage: number
}

type Rated = FoundAnswer & { readonly score: number; readonly place: Sentence }

/** A sentence that speaks of less is about something else. */
const leastCoverage = 0.5

export function findAnswer(question: string, results: readonly string[]): FoundAnswer | undefined {
  const sentences = results.flatMap(sentencesIn)
  const wanted = wantedBy(question)
  const words = [...new Set(contentWords(question))].filter((word) => !isAbout(word, wanted))
  const weights = weightsOf(words, sentences)
  let best: Rated | undefined
  for (const sentence of sentences)
    for (const rated of ratedIn(sentence, { question, wanted, words, weights }))
      if (!best || rated.score > best.score) best = rated
  if (!best || best.coverage < leastCoverage || !speaksOf(best.place, question)) return undefined
  const { text, sentence, source, coverage } = best
  return { text, sentence, source, coverage }
}

/** The word for what is wanted need not be said where it is. */
function isAbout(word: string, wanted: Wanted): boolean {
  return (wanted.kind === 'year' && word === 'year') || (wanted.kind === 'date' && (word === 'date' || word === 'day'))
}

/** Rare words tell more. */
function weightsOf(words: readonly string[], sentences: readonly Sentence[]): ReadonlyMap<string, number> {
  const texts = sentences.map(({ text, headings }) => new Set(contentWords(`${text} ${headings.join(' ')}`)))
  return new Map(
    words.map((word) => {
      const count = texts.filter((text) => text.has(word)).length
      return [word, Math.log(1 + texts.length / (1 + count))]
    }),
  )
}

type Asked = {
  readonly question: string
  readonly wanted: Wanted
  readonly words: readonly string[]
  readonly weights: ReadonlyMap<string, number>
}

function ratedIn(sentence: Sentence, asked: Asked): readonly Rated[] {
  const { question, words, weights, wanted } = asked
  const own = new Set(contentWords(sentence.text))
  const above = new Set(contentWords(sentence.headings.join(' ')))
  const before = new Set(contentWords(sentence.before))
  let [score, total] = [0, 0]
  for (const word of words) {
    const weight = weights.get(word) ?? 0
    total += weight
    score += weight * (own.has(word) ? 1 : above.has(word) ? 0.7 : before.has(word) ? 0.4 : 0)
  }
  if (score === 0) return []
  const asks = question.toLowerCase()
  return candidatesIn(sentence, wanted)
    .filter(({ text }) => !asks.includes(text.toLowerCase()))
    .map((candidate) => ({
      text: candidate.text,
      sentence: sentence.text,
      place: sentence,
      source: sentence.headings[0] ?? '',
      coverage: total === 0 ? 0 : score / total,
      score: score / total + closeness(candidate, sentence.text, asked),
    }))
}

/** What is wanted stands near what is said of it: before an active verb, behind `by`, beside a role. */
function closeness({ start, end, text: said }: Candidate, text: string, { question, words, wanted }: Asked): number {
  if (start < 0) return wanted.kind === 'name' && hasSort(said, wanted.sort) ? 0.1 : -0.15
  const sort = wanted.kind === 'name' && hasSort(said, wanted.sort) ? 0.25 : 0
  const unit = wanted.kind === 'amount' && /\p{L}/u.test(said.replace(/^\S+/, '')) ? 0.3 : 0
  const key = keyWord(question, words)
  const near = contentWords(text.slice(end, end + 30))
    .slice(0, 2)
    .includes(key)
  const behind = contentWords(text.slice(Math.max(0, start - 30), start))
    .slice(-2)
    .includes(key)
  return sort + unit + (near ? 0.2 : 0) + (behind ? 0.15 : 0)
}

function hasSort(name: string, sort: string): boolean {
  const words = contentWords(name)
  return sort.split(' ').some((word) => words.includes(meaning(word)))
}

/** The first word that says something: the verb of `Who founded …`, the role of `Who was the director of …`. */
function keyWord(question: string, words: readonly string[]): string {
  const [first = ''] = contentWords(question)
  return words.includes(first) ? first : (words[0] ?? '')
}
