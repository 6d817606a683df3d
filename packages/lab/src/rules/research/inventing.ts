/** What a model makes up beside what its sources say: citations, numbers, quotations and claims, as often as it is told. */
import type { Odds } from '../../simulation/odds.ts'
import type { EvidencePassage, SaidSentence } from './evidence.ts'
import { cited, sentencesOf } from './sentences.ts'

type Invention = {
  /** Which sentence of the section it is: each has draws of its own. */
  readonly at: number
  readonly passages: readonly EvidencePassage[]
  readonly odds: Odds
}

/** The sentence as it is written, and what is put behind it. */
export function invented({ text, ids }: SaidSentence, { at, passages, odds }: Invention): readonly string[] {
  const { inventCitation, inventNumber, inventQuote, unsupported } = odds.competence
  const source = ids.slice(0, 1)
  const said = odds.happens(`number ${at}`, inventNumber) ? withOtherNumber(text, { at, passages, odds }) : text
  const isCitedWrongly = odds.happens(`citation ${at}`, inventCitation)
  const sentence = isCitedWrongly ? withInventedCitation(cited(said, ids), at, odds) : cited(said, ids)
  const quote = pick(quotes, odds.share(`which quote ${at}`))
  const claim = pick(claimsAbout(text, passages, source), odds.share(`which claim ${at}`))
  return [
    sentence,
    ...(odds.happens(`quote ${at}`, inventQuote) ? [cited(`One who was there said “${quote}”.`, source)] : []),
    ...(odds.happens(`claim ${at}`, unsupported) ? [cited(claim, source)] : []),
  ]
}

/** A year stays a year, and a number with a comma keeps it. */
function withOtherNumber(text: string, { at, passages, odds }: Invention): string {
  const numbers = text.match(/\d[\d,]*\d/g) ?? []
  if (numbers.length === 0) return text
  const number = pick(numbers, odds.share(`which number ${at}`))
  const isTold = (written: string) => passages.some((passage) => passage.text.includes(written))
  const from = 1 + Math.floor(odds.share(`how far ${at}`) * 40)
  for (let off = from; ; off += 1) {
    const other = Number(number.replaceAll(',', '')) + off
    const written = number.includes(',') ? other.toLocaleString('en') : `${other}`
    if (!isTold(written)) return text.replace(number, written)
  }
}

/** Above the ids of any passages that there are. */
const firstFreeId = 9_000
const authors = ['Harlow', 'Pemberton', 'Okafor', 'Lindqvist']

const citationForms: readonly ((number: number, author: string) => string)[] = [
  (number) => `[c${firstFreeId + number}]`,
  (number) => `[${1 + (number % 30)}]`,
  (number) => `(https://archive.example/item/${number})`,
  (number) => `[report](https://press.example/${number}.pdf)`,
  (number, author) => `(${author} et al., ${1950 + (number % 70)})`,
  (number, author) => `[${author} ${1950 + (number % 70)}]`,
]

function withInventedCitation(sentence: string, at: number, odds: Odds): string {
  const number = Math.floor(odds.share(`which source ${at}`) * 999)
  const form = citationForms[Math.floor(odds.share(`which form ${at}`) * citationForms.length)]
  const citation = form?.(number, pick(authors, odds.share(`which author ${at}`))) ?? ''
  return sentence.replace(/\.$/, ` ${citation}.`)
}

const quotes = [
  'we never counted what we gave away',
  'nobody taught us and nobody thanked us',
  'it was the best work a poor man could have',
  'the old people knew better and said nothing',
  'you could hear it from one end of the bay to the other',
]

/** What a source says, turned round by a word, is harder to tell than what it does not speak of at all. */
function claimsAbout(text: string, passages: readonly EvidencePassage[], ids: readonly string[]): readonly string[] {
  const source = passages.find(({ id }) => ids.includes(id))?.text ?? ''
  const plain = sentencesOf(source).filter((sentence) => !/\d|https?:/.test(sentence))
  const turned = plain.map((sentence) => sentence.replace(/ (is|are|was|were) /, ' $1 never '))
  const twists = turned.filter((sentence) => sentence.includes(' never ')).slice(0, mostTwists)
  return [...claims.map((claim) => claim.replace('{word}', wordIn(text))), ...twists]
}

const mostTwists = 2

/** Some speak of what the source speaks of, and some of nothing in it. */
const claims = [
  'Most of the {word} was given up when the young people left.',
  'The {word} is widely held to be the finest of its kind.',
  'Inspectors complained about the {word} again and again.',
  'The {word} was kept secret from strangers for generations.',
  'Historians still quarrel about the reasons.',
  'Poor schooling is often blamed for this decline.',
  'Tourism has since brought prosperity back.',
  'Rich families abroad paid for almost everything.',
]

/** A word that says what a sentence is about: its longest one. */
function wordIn(text: string): string {
  const words = text.match(/(?<![\w'])[a-z]{4,}/g) ?? ['trade']
  return words.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

function pick(from: readonly string[], share: number): string {
  return from[Math.floor(share * from.length)] ?? ''
}
