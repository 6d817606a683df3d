/** Queries for a topic that were not asked before: its words put together in one way after the other. */
import type { OutlineTopic } from '../reading/research-lines.ts'
import { cutAtWord } from './asked-for.ts'
import { facets } from './facets.ts'
import { inOtherNumber } from './other-number.ts'

/** A longer query says no more to a search engine, and a plan must not grow beyond what a reply may be. */
const longest = 200

/** More are not put together with each other. */
const mostSubtopics = 12

/** Queries that share so many of all their words ask the same. */
const sameShare = 0.8

export function* newQueries(
  topic: OutlineTopic,
  subject: string,
  asked: readonly string[],
): Generator<string, undefined> {
  const known = asked.map(wordsOf)
  for (const way of waysToAsk(topic, subject)) {
    const query = cutAtWord(inOneLine(way), longest)
    const words = wordsOf(query)
    if (words.size === 0 || known.some((each) => isSame(words, each))) continue
    known.push(words)
    yield query
  }
}

/** The most telling first. */
function waysToAsk({ title, subtopics: all }: OutlineTopic, subject: string): readonly string[] {
  const subtopics = all.slice(0, mostSubtopics)
  const sides = facets.map(({ name }) => name)
  const pairs = subtopics.flatMap((one, at) => subtopics.slice(at + 1).map((other) => `${one} ${other}`))
  return [
    ...subtopics.map((subtopic) => `${title} ${subtopic}`),
    title,
    inOtherNumber(title),
    ...subtopics.map((subtopic) => `${subtopic} ${subject}`),
    `${title} ${subject}`,
    ...sides.map((side) => `${title} ${side}`),
    ...subtopics,
    ...pairs,
    ...subtopics.map(inOtherNumber),
    ...subtopics.flatMap((subtopic) => sides.map((side) => `${subtopic} ${side}`)),
    ...facets.flatMap((facet) => facet.subtopics.map((side) => `${title} ${side}`)),
  ]
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function wordsOf(query: string): ReadonlySet<string> {
  return new Set(
    query
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )
}

function isSame(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): boolean {
  return ours.intersection(theirs).size / ours.union(theirs).size >= sameShare
}
