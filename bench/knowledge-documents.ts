/** Documents of made-up words, as often as words are in real texts: few very often, most hardly ever. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Random, seededRandom } from '../packages/knowledge/test/retrieval/synthetic/seeded-random.ts'
import { syntheticCorpus } from '../packages/knowledge/test/retrieval/synthetic-corpus.ts'

const consonants = [...'bcdfghjklmnprstvwz']
const vowels = [...'aeiou']
const wordCount = 30_000
/** Files of a folder: more make some file systems slow. */
const filesPerFolder = 1_000
/** Enough for a chunk of its own under the rules of cutting, with what it shares with its neighbours. */
const wordsPerChunk = 212
const chunksPerDocument = 10
/** Chunks of the synthetic corpus: about two of each document. */
const chunksOfCorpus = 1_240

type Words = { draw(): string }

/** The chance of a word is one over its place: Zipf's law. */
function zipfWords(random: Random): Words {
  const words = new Set<string>()
  while (words.size < wordCount) words.add(syllables(random, 1 + random.below(4)))
  const list = [...words].sort((a, b) => a.length - b.length)
  const sums = new Float64Array(list.length)
  let sum = 0
  for (let at = 0; at < sums.length; at++) {
    sum += 1 / (at + 1)
    sums[at] = sum
  }
  return { draw: () => list[placeOf(sums, (random.below(2 ** 30) / 2 ** 30) * sum)] ?? '' }
}

/** The first place whose sum is above the value. */
function placeOf(sums: Float64Array, value: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

function syllables(random: Random, count: number): string {
  let word = ''
  for (let made = 0; made < count; made++)
    word += random.pick(consonants) + random.pick(vowels) + (random.chance(0.3) ? random.pick(consonants) : '')
  return word
}

function document(random: Random, words: Words, chunks: number): string {
  const parts: string[] = [`# ${words.draw()} ${words.draw()} ${words.draw()}`]
  for (let chunk = 0; chunk < chunks; chunk++) {
    if (chunk % 4 === 0) parts.push(`## ${words.draw()} ${words.draw()}`)
    parts.push(paragraph(random, words))
  }
  return `${parts.join('\n\n')}\n`
}

function paragraph(random: Random, words: Words): string {
  const sentences: string[] = []
  for (let left = wordsPerChunk; left > 0; ) {
    const length = Math.min(left, 6 + random.below(14))
    const sentence = Array.from({ length }, () => words.draw()).join(' ')
    sentences.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
    left -= length
  }
  return sentences.join(' ')
}

/** Writes files for about so many chunks; the synthetic corpus is always among them. */
export function writeDocuments(folder: string, chunks: number): void {
  const random = seededRandom(7)
  const words = zipfWords(random)
  const made = Math.max(0, Math.ceil((chunks - chunksOfCorpus) / chunksPerDocument))
  for (let index = 0; index < made; index++) {
    const place = join(folder, `part-${Math.floor(index / filesPerFolder)}`)
    if (index % filesPerFolder === 0) mkdirSync(place)
    writeFileSync(join(place, `text-${index}.md`), document(random, words, chunksPerDocument))
  }
  for (const { name, text } of syntheticCorpus().documents) writeFileSync(join(folder, name), text)
}

/** Half are questions of the synthetic corpus, half some words of the others' vocabulary. */
export function queries(seed: number, count: number): readonly string[] {
  const random = seededRandom(seed)
  // The same vocabulary as the documents have: it is made from the same seed.
  const words = zipfWords(seededRandom(7))
  const questions = random.some(syntheticCorpus().questions, count)
  return questions.map(({ question }, at) =>
    at % 2 === 0 ? question : Array.from({ length: 3 + random.below(5) }, () => words.draw()).join(' '),
  )
}
